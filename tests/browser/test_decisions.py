"""Every rarer decision has a control that answers it by mouse."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.table import Table


def test_rockets(table: Table) -> None:
    table.set_up(
        "classic",
        position={
            "power": "ussr",
            "phase": "combat",
            "tech": {"ussr": ["rockets"]},
            "money": {"germany": 30, "japan": 2},
            "units": {
                "karelia_ssr": {"ussr": {"aa_gun": 1}},
                "yakut_ssr": {"ussr": {"aa_gun": 1}},
                "germany": {"germany": {"factory": 1}},
                "southern_europe": {"germany": {"factory": 1}},
                "japan": {"japan": {"factory": 1}},
            },
        },
        dice=[4],
    )
    table.guidance("fire a rocket?")
    tones = table.page.locator(".tone")
    # What a hit costs is known before it is fired: Japan has only 2 IPC to lose.
    table.click("yakut_ssr")
    expect(table.primary).to_have_text("Fire: Japan (⌀ 1.8 IPC)")
    expect(tones.and_(table.page.locator(".attack"))).to_have_count(0)
    # The other gun reaches two factories in Europe.
    table.click("karelia_ssr")
    targets = table.page.get_by_test_id("rocket").locator("[data-target]")
    expect(targets).to_have_count(2)
    before = table.state()["powers"]["germany"]["money"]
    table.click("germany")
    expect(table.primary).to_have_text("Fire: Germany (⌀ 3.5 IPC)")
    assert table.state()["powers"]["germany"]["money"] == before
    table.click("germany")
    table.phase("noncombat_move")
    assert table.state()["powers"]["germany"]["money"] == before - 4


def test_a_rocket_by_keyboard_or_not_at_all(table: Table) -> None:
    position = {
        "power": "ussr",
        "phase": "combat",
        "tech": {"ussr": ["rockets"]},
        "units": {"karelia_ssr": {"ussr": {"aa_gun": 1}}, "germany": {"germany": {"factory": 1}}},
    }
    table.set_up("classic", position=position, dice=[5])
    table.guidance("fire a rocket?")
    before = table.state()["powers"]["germany"]["money"]
    table.page.keyboard.press("n")
    table.page.keyboard.press("Enter")
    table.page.keyboard.press("Enter")
    table.phase("noncombat_move")
    assert table.state()["powers"]["germany"]["money"] == before - 5
    table.set_up("classic", position=position, dice=[])
    table.panel.get_by_role("button", name="Do not fire").click()
    table.phase("noncombat_move")
    assert table.state()["powers"]["germany"]["money"] == before


def test_a_bid(table: Table) -> None:
    table.set_up("classic", options={"bid": {"germany": 6}}, seed=1)
    table.guidance("spend the bid")
    table.panel.get_by_label("Space").select_option("libya")
    table.panel.get_by_role("button", name="more: infantry").click()
    table.panel.get_by_role("button", name="more: infantry").click()
    expect(table.panel).to_contain_text("Libya: 2 infantry")
    before = table.units("libya", "germany")["infantry"]
    table.go_on()
    table.guidance("research")
    assert table.units("libya", "germany")["infantry"] == before + 2


def test_hits_are_shared_out(table: Table) -> None:
    table.set_up(
        "classic",
        plan=[("eastern_europe", "karelia_ssr", "")],
        position={
            "power": "germany",
            "phase": "combat_move",
            "units": {
                "eastern_europe": {"germany": {"infantry": 3}},
                "karelia_ssr": {"ussr": {"infantry": 2, "armour": 1}, "uk": {"infantry": 1, "fighter": 1}},
            },
        },
        dice=[1, 1, 6, *[6] * 12],
    )
    table.guidance("share out 2 hits")
    expect(table.battle).to_contain_text("2 of 2 chosen")
    for power, sign in (("Soviet Union", "less"), ("United Kingdom", "more")):
        button = table.battle.get_by_role("button", name=f"{sign}: {power}")
        if button.is_enabled():
            button.click()
    table.go_on()
    table.guidance("to take. Choose what is lost")


def test_fighters_without_a_deck(table: Table) -> None:
    table.set_up(
        "classic",
        plan=[("north_sea_zone", "east_canada_sea_zone", "")],
        position={
            "power": "germany",
            "phase": "combat_move",
            "units": {
                "north_sea_zone": {"germany": {"submarine": 1}},
                "east_canada_sea_zone": {
                    "uk": {"carrier": [{"cargo": {"uk": {"fighter": 2}}}, {"cargo": {"uk": {"fighter": 1}}}]}
                },
            },
        },
        dice=[1, *[6] * 20],
    )
    # The carrier with two fighters goes down, by choice.
    table.guidance("to take. Choose what is lost")
    carriers = table.page.get_by_test_id("losses").locator("li[data-kind=carrier]")
    carriers.filter(has_not_text="fighter, fighter").get_by_role("button", name="less").click()
    carriers.filter(has_text="fighter, fighter").get_by_role("button", name="more").click()
    table.go_on()
    # The submarine leaves, so that the battle ends.
    table.guidance("submarines may withdraw")
    table.page.get_by_test_id("withdraw").locator("select").select_option(index=1)
    table.go_on()
    table.read_report()
    table.guidance("the carrier was sunk")
    expect(table.panel).to_contain_text("1 of 2 can land")
    table.go_on()
    table.phase("noncombat_move")
    assert table.units("east_canada_sea_zone", "uk") == {"carrier": 1, "fighter": 2}


def test_order_of_raids(table: Table) -> None:
    table.set_up(
        "1942",
        position={
            "power": "germany",
            "phase": "combat_move",
            "units": {
                "ukraine_ssr": {"germany": {"bomber": 2}},
                "caucasus": {"ussr": {"factory": 1}},
                "russia": {"ussr": {"factory": 1}},
            },
        },
        dice=[3, 2],
    )
    for target in ("caucasus", "russia"):
        version = table.state()["version"]
        table.click("ukraine_ssr")
        table.more("bomber")
        table.click(target)  # there is only one way to go: it is done at once
        table.moved_on(version)
    table.go_on()
    table.guidance("which bombing raid is flown next")
    table.panel.get_by_role("button", name="Fight", exact=True).last.click()
    table.phase("noncombat_move")
    damage = {name: space["factory"]["damage"] for name, space in table.state()["spaces"].items() if space["factory"]}
    assert sorted(damage[name] for name in ("caucasus", "russia")) == [2, 3]


def test_interceptors(table: Table) -> None:
    table.set_up(
        "1942",
        plan=[("united_kingdom", "western_europe", "raid")],
        options={"escorts_and_interceptors": True},
        position={
            "power": "uk",
            "phase": "combat_move",
            "units": {
                "united_kingdom": {"uk": {"bomber": 2}},
                "western_europe": {"germany": {"factory": 1, "fighter": 2}},
            },
        },
        dice=[6] * 20,
    )
    table.guidance("do fighters rise")
    table.page.get_by_role("button", name="all").click()
    expect(table.primary).to_have_text("Go on")
    table.go_on()
    table.phase("noncombat_move")


def test_consent_of_an_ally(table: Table) -> None:
    table.set_up(
        "1942",
        seating=[["ussr"], ["germany"], ["uk"], ["japan"], ["usa"]],
        position={
            "power": "usa",
            "phase": "noncombat_move",
            "units": {"united_kingdom": {"usa": {"infantry": 2}}, "sz_8": {"uk": {"transport": 1}}},
        },
    )
    table.click("united_kingdom")
    table.more("infantry")
    table.click("sz_8")
    table.guidance("an ally asks for room")
    expect(table.panel).to_contain_text("United States")
    table.panel.get_by_role("button", name="Refuse").click()
    table.guidance("United States: move units")
    assert table.units("united_kingdom", "usa") == {"infantry": 2}


def test_ships_in_the_landing_zone(table: Table) -> None:
    table.set_up(
        "1942",
        plan=[("sz_8", "western_europe", "")],
        position={
            "power": "uk",
            "phase": "combat_move",
            "units": {
                "sz_8": {"uk": {"transport": {"cargo": {"uk": {"infantry": 2}}}, "battleship": 1}},
                "sz_7": {"germany": {"submarine": 1, "transport": 1}},
                "western_europe": {"germany": {"infantry": 1}},
            },
        },
        dice=[4, *[6] * 30],
    )
    table.guidance("attack the ships in the landing zone, or ignore them")
    table.page.get_by_role("button", name="Ignore them").first.click()
    table.guidance("which ships bombard")


def test_a_battle_at_one_click(table: Table) -> None:
    table.set_up(
        "classic",
        plan=[("eastern_europe", "karelia_ssr", "")],
        position={
            "power": "germany",
            "phase": "combat_move",
            "units": {
                "eastern_europe": {"germany": {"infantry": 6, "armour": 4}},
                "karelia_ssr": {"ussr": {"infantry": 3, "armour": 2}},
            },
        },
        seed=5,
    )
    table.guidance("to take. Choose what is lost")
    # The defender is a person here and decides first; the attacker then has it fought out.
    while "Soviet Union" in table.question():
        version = table.state()["version"]
        table.go_on()
        table.moved_on(version)
    # Submarines have no say on land.
    table.battle.locator("summary").click()
    expect(table.battle).not_to_contain_text("Submarines")
    table.page.get_by_test_id("resolve").click()
    table.phase("noncombat_move")
    # How it ended stays on the table until the player goes on.
    expect(table.report).to_contain_text("the attack succeeds")
    expect(table.report.get_by_label("Defender")).to_contain_text("3 infantry")
    table.page.keyboard.press("Enter")
    expect(table.report).to_have_count(0)
    table.guidance("Germany: move units that have not fought")

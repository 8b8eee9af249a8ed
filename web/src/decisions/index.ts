/** The control for each kind of decision; whatever is not listed gets the plain menu. */

import type { Component } from "svelte";
import AssignHits from "./AssignHits.svelte";
import Bid from "./Bid.svelte";
import Bombardment from "./Bombardment.svelte";
import Consent from "./Consent.svelte";
import FightOrIgnore from "./FightOrIgnore.svelte";
import Intercept from "./Intercept.svelte";
import LandDisplaced from "./LandDisplaced.svelte";
import Losses from "./Losses.svelte";
import Menu from "./Menu.svelte";
import Moves from "./Moves.svelte";
import NextBattle from "./NextBattle.svelte";
import Placement from "./Placement.svelte";
import type { DecisionProps } from "./props";
import Purchase from "./Purchase.svelte";
import Research from "./Research.svelte";
import Retreat from "./Retreat.svelte";
import Rocket from "./Rocket.svelte";
import Submarines from "./Submarines.svelte";
import Withdraw from "./Withdraw.svelte";

const controls: Record<string, Component<DecisionProps>> = {
  place_bid: Bid,
  research: Research,
  purchase: Purchase,
  combat_move: Moves,
  noncombat_move: Moves,
  next_raid: NextBattle,
  next_battle: NextBattle,
  rocket: Rocket,
  choose_casualties: Losses,
  assign_hits: AssignHits,
  withdraw: Withdraw,
  submarines: Submarines,
  bombardment: Bombardment,
  fight_or_ignore: FightOrIgnore,
  consent: Consent,
  intercept: Intercept,
  retreat: Retreat,
  land_displaced: LandDisplaced,
  placement: Placement,
};

export const controlFor = (kind: string): Component<DecisionProps> => controls[kind] ?? Menu;

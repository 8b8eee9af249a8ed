/** What the layers of the map have in common: the game, the camera, and what follows from both. */

import { untrack } from "svelte";
import type { Id, Snapshot } from "../api/types";
import type { GameSession } from "../state/game.svelte";
import type { GameMap, MapSpace } from "./board";
import type { Camera } from "./camera.svelte";
import { stand, type Standing } from "./layout";

export type Tone = "source" | "attack" | "move" | "place" | "battle" | "spot";
/** What is the matter with an aircraft in the air. */
export type Worry = "homeless" | "awaiting";

/** Pixels per map unit from which on the overview's lines would look angular. */
const CLOSE_LOOK = 2;

export class Scene {
  readonly game: GameSession;
  readonly camera: Camera;
  readonly map: GameMap;
  /** Sea first: land is drawn over it. */
  readonly spaces: readonly MapSpace[];
  readonly land: readonly MapSpace[];
  readonly sea: readonly MapSpace[];
  readonly #unitOrder: readonly Id[];

  constructor(game: GameSession, camera: Camera) {
    this.game = game;
    this.camera = camera;
    this.map = game.map;
    const all = [...game.map.spaces.values()];
    this.land = all.filter((space) => space.kind === "land");
    this.sea = all.filter((space) => space.kind === "sea");
    this.spaces = [...this.sea, ...this.land];
    this.#unitOrder = [...game.book.units.keys()];
    // From this scale on the lines for a close look are drawn; before, nobody could tell the difference.
    $effect(() => {
      if (this.#near) untrack(() => void game.lookClosely());
    });
  }

  // Pieces are laid out anew in steps of zoom, so that a smooth zoom does not touch each of them in every frame.
  stepScale = $derived.by(() => 2 ** (Math.round(Math.log2(this.camera.scale) * 3) / 3));
  #near = $derived.by(() => this.stepScale >= CLOSE_LOOK);
  /** The lines that are drawn: those of the whole world, or those for a close look. */
  drawn = $derived.by((): GameMap => (this.#near && this.game.fineMap ? this.game.fineMap : this.map));
  #compact = $derived.by(() => this.camera.viewHeight < 480);
  /** Widths of a piece and of a counter on the screen. */
  #largest = $derived.by(() => (this.#compact ? 30 : 36));
  #counter = $derived.by(() => (this.#compact ? 15 : 18));
  /** Width of a counter in map units. */
  side = $derived.by(() => this.#counter / this.stepScale);
  #known = $derived.by(() => new Set(this.game.book.powers.keys()));

  /** Where everybody stands. */
  standings = $derived.by((): Standing[] => {
    const all: Standing[] = [];
    for (const space of this.spaces) {
      const groups = this.game.stacks.get(space.id);
      if (groups) all.push(stand(space, groups, this.stepScale, this.#largest, this.#counter, this.#unitOrder));
    }
    return all;
  });

  /** The copies of the world that can be seen. */
  copies = $derived.by(() => {
    const { camera, map } = this;
    return [-1, 0, 1].filter((turn) => {
      const left = camera.x + (turn * map.width - map.overhang) * camera.scale;
      const right = camera.x + ((turn + 1) * map.width + map.overhang) * camera.scale;
      return left < camera.viewWidth && right > 0;
    });
  });

  get shown(): Snapshot {
    return this.game.shown;
  }

  shape(id: Id): string {
    return this.drawn.spaces.get(id)?.path ?? "";
  }

  ownerOf(id: Id): Id {
    const owner = this.shown.spaces[id]?.owner ?? "";
    return this.#known.has(owner) ? owner : "neutral";
  }

  /** Whether the name of a space is large enough to be read. */
  readable(space: MapSpace): boolean {
    return space.label.size * this.camera.scale >= (space.kind === "land" ? 8.5 : 10);
  }
}

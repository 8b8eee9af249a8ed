import type { DecisionView } from "../api/types";
import type { Desk } from "../state/desk.svelte";
import type { GameSession } from "../state/game.svelte";
import type { Orders } from "../state/orders.svelte";

/** What every control for a decision gets. */
export interface DecisionProps {
  game: GameSession;
  decision: DecisionView;
  desk: Desk;
  orders: Orders;
}

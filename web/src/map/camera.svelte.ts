/** Pan and zoom of the map; the world repeats sideways, so the view never ends at the Pacific. */

import { interpolateZoom } from "d3-interpolate";
import { select } from "d3-selection";
import "d3-transition";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior, type ZoomTransform } from "d3-zoom";
import type { Point } from "./board";

const CLOSEST = 14;

/**
 * A touch belongs to the shape on which the finger came down, even when zooming or going round the world has taken that
 * shape off the map. Its later events would then not reach the map any more: they are handed on.
 */
function relayTouches(this: SVGSVGElement, start: TouchEvent): void {
  const touched = start.target as Element;
  const kinds = ["touchmove", "touchend", "touchcancel"] as const;
  const relay = (event: TouchEvent): void => {
    if (event.type !== "touchmove" && !event.targetTouches.length) {
      for (const kind of kinds) touched.removeEventListener(kind, relay as EventListener);
    }
    if (this.contains(touched)) return;
    const { touches, targetTouches, changedTouches } = event;
    this.dispatchEvent(
      new TouchEvent(event.type, {
        cancelable: true,
        touches: [...touches],
        targetTouches: [...targetTouches],
        changedTouches: [...changedTouches],
      }),
    );
  };
  for (const kind of kinds) touched.addEventListener(kind, relay as EventListener);
}

export class Camera {
  scale = $state(1);
  x = $state(0);
  y = $state(0);
  viewWidth = $state(1);
  viewHeight = $state(1);
  /** It is on its way somewhere by itself. */
  moving = $state(false);

  readonly #width: number;
  readonly #height: number;
  #element: SVGSVGElement | null = null;
  #behaviour: ZoomBehavior<SVGSVGElement, unknown>;
  #transform: ZoomTransform = zoomIdentity;
  /** Sets off again for where the camera is going, while it is on its way. */
  #journey: (() => void) | null = null;
  #trip = 0;
  /** The scale at which the whole world is seen, and the one at which it fills the view. */
  #whole = 1;
  #full = 1;

  constructor(width: number, height: number, mayPan: (event: Event) => boolean) {
    this.#width = width;
    this.#height = height;
    this.#behaviour = zoom<SVGSVGElement, unknown>()
      .filter((event: MouseEvent & TouchEvent) => event.button !== 2 && mayPan(event))
      .clickDistance(5)
      .interpolate(interpolateZoom)
      .on("start", (event: D3ZoomEvent<SVGSVGElement, unknown>) => {
        if (!event.sourceEvent) return;
        this.#journey = null; // a hand has taken over
        this.moving = false;
      })
      .on("zoom", (event: D3ZoomEvent<SVGSVGElement, unknown>) => this.#show(event.transform));
  }

  attach(element: SVGSVGElement): () => void {
    this.#element = element;
    const selection = select(element);
    selection.call(this.#behaviour).on("dblclick.zoom", null);
    element.addEventListener("touchstart", relayTouches, { capture: true }); // before d3, which lets nobody else hear
    const observer = new ResizeObserver(() => this.#resize());
    observer.observe(element);
    this.#resize();
    this.fit(0);
    return () => {
      observer.disconnect();
      element.removeEventListener("touchstart", relayTouches, { capture: true });
      selection.on(".zoom", null);
    };
  }

  #resize(): void {
    if (!this.#element) return;
    const box = this.#element.getBoundingClientRect();
    if (!box.width || !box.height) return;
    if (box.width === this.viewWidth && box.height === this.viewHeight) return;
    const first = this.viewWidth === 1;
    this.viewWidth = box.width;
    this.viewHeight = box.height;
    this.#whole = box.width / this.#width;
    this.#full = Math.max(this.#whole, box.height / this.#height);
    this.#behaviour
      .extent([
        [0, 0],
        [box.width, box.height],
      ])
      .scaleExtent([this.#whole, this.#full * CLOSEST])
      .translateExtent([
        [-Infinity, 0],
        [Infinity, this.#height],
      ]);
    if (first) return;
    // A journey under way goes on to where it now has to go; otherwise the view is kept within its bounds.
    if (this.#journey) this.#journey();
    else select(this.#element).call(this.#behaviour.scaleBy, 1);
  }

  #show(transform: ZoomTransform): void {
    this.#transform = transform;
    const width = this.#width * transform.k;
    this.scale = transform.k;
    // Always within one world's width left of the view: two copies side by side fill it.
    this.x = -(((-transform.x % width) + width) % width);
    this.y = transform.y;
  }

  #go(transform: ZoomTransform, duration: number, again: () => void): void {
    if (!this.#element) return;
    const selection = select(this.#element);
    if (!duration) {
      selection.call(this.#behaviour.transform, transform);
      return;
    }
    this.#journey = again;
    this.moving = true;
    const trip = ++this.#trip;
    const arrive = (): void => {
      if (trip !== this.#trip) return; // another journey has begun
      this.#journey = null;
      this.moving = false;
    };
    const transition = selection.transition().duration(duration).call(this.#behaviour.transform, transform);
    transition.on("end", arrive).on("interrupt", arrive);
  }

  /** The whole world. */
  fit(duration = 350): void {
    const k = this.#whole;
    this.#go(zoomIdentity.translate(0, (this.viewHeight - this.#height * k) / 2).scale(k), duration, () =>
      this.fit(duration),
    );
  }

  zoomBy(factor: number): void {
    if (this.#element) select(this.#element).transition().duration(180).call(this.#behaviour.scaleBy, factor);
  }

  /** The nearest copy of a point of the map, in map units as the camera counts them. */
  #nearest(point: Point): Point {
    const middle = (this.viewWidth / 2 - this.#transform.x) / this.#transform.k;
    return [point[0] + Math.round((middle - point[0]) / this.#width) * this.#width, point[1]];
  }

  /** Bring a point to the middle, or to another part of the height, at least this close. */
  lookAt(point: Point, closer = 3, height = 0.5, duration = 450): void {
    const k = Math.max(this.#transform.k, this.#full * closer);
    const [px, py] = this.#nearest(point);
    const low = this.viewHeight - this.#height * k;
    const y = low > 0 ? low / 2 : Math.min(0, Math.max(low, this.viewHeight * height - py * k));
    const goal = zoomIdentity.translate(this.viewWidth / 2 - px * k, y).scale(k);
    this.#go(goal, duration, () => this.lookAt(point, closer, height, duration));
  }

  /** Move only if the point is out of sight or close to the edge. */
  reveal(point: Point, duration = 350): void {
    const at = this.onScreen(point);
    const margin = Math.min(90, this.viewHeight / 5);
    const seen =
      at[0] > margin && at[0] < this.viewWidth - margin && at[1] > margin && at[1] < this.viewHeight - margin;
    if (!seen) this.lookAt(point, 0, 0.5, duration);
  }

  onScreen(point: Point): Point {
    const [px, py] = this.#nearest(point);
    return [px * this.#transform.k + this.#transform.x, py * this.#transform.k + this.#transform.y];
  }
}

"""From degrees to map units: Miller's projection, with lenses that draw crowded regions larger.

Map units: x runs from 0 to `WIDTH` and wraps, y runs downwards.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely

from maps.places import Frame, Lens, Places

WIDTH = 4096.0
STEP = 0.5
"""Straight edges get a vertex every so many degrees, since straight in degrees is not straight on the map."""
REACH = 2.45

Array = np.ndarray[Any, np.dtype[np.float64]]


def _miller(latitude: Array) -> Array:
    return np.degrees(1.25 * np.log(np.tan(np.pi / 4 + 0.4 * np.radians(latitude))))


class Projection:
    """The projection of one map."""

    def __init__(self, places: Places) -> None:
        self.frame: Frame = places.frame
        self.lenses: tuple[Lens, ...] = places.lenses
        self.scale = WIDTH / 360
        self.top = float(_miller(np.array([self.frame.north]))[0])
        height = float((self.top - _miller(np.array([self.frame.south]))[0]) * self.scale)
        self.height = round(2 * height) / 2  # in whole steps on every sheet

    def points(self, degrees: Array) -> Array:
        """Positions in degrees, one per row, to map units."""
        x = degrees[:, 0].astype(np.float64)
        y = _miller(np.clip(degrees[:, 1].astype(np.float64), -88, 88))
        moved_x, moved_y = x.copy(), y.copy()
        for lens in self.lenses:
            centre_y = float(_miller(np.array([lens.centre[1]]))[0])
            for turn in (-360, 0, 360):
                dx, dy = x - (lens.centre[0] + turn), y - centre_y
                far = (dx / lens.radius[0]) ** 2 + (dy / lens.radius[1]) ** 2
                # Like a bell curve, but exactly nothing beyond REACH radii, so that the edge of the map stays straight.
                pull = lens.strength * np.clip(1 - far / REACH**2, 0, None) ** 6
                moved_x += dx * pull
                moved_y += dy * pull
        return np.column_stack([(moved_x - self.frame.west) * self.scale, (self.top - moved_y) * self.scale])

    def shape(self, shape: Any) -> Any:
        """A shape in degrees to map units, bending its long straight edges."""
        return shapely.transform(shapely.segmentize(shape, STEP), self.points)

    def point(self, position: tuple[float, float]) -> tuple[float, float]:
        """One position; its longitude may be written in any turn of the globe."""
        x = (position[0] - self.frame.west) % 360 + self.frame.west
        ((px, py),) = self.points(np.array([[x, position[1]]]))
        return float(px), float(py)

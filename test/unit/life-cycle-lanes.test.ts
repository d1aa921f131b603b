/** The drawing of a life cycle: its steps are in the lanes between the boxes, whatever pane it is in. */
import { describe, expect, it } from 'vitest';
import {
  BASKET_PLACES,
  BOX,
  centreOf,
  PAYMENT_PLACES,
  type Point,
  roundedLine,
  routeOf,
  sizeOf,
  stepsTaken,
} from '../../renderer/places/bank/life-cycle-lanes.ts';

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const HEAD = 8;

const around = (points: readonly Point[], by: number): Box => ({
  left: Math.min(...points.map(({ x }) => x)) - by,
  right: Math.max(...points.map(({ x }) => x)) + by,
  top: Math.min(...points.map(({ y }) => y)) - by,
  bottom: Math.max(...points.map(({ y }) => y)) + by,
});

const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const drawings = [
  ['payments, wide', PAYMENT_PLACES.wide, 487],
  ['payments, narrow', PAYMENT_PLACES.narrow, 300],
  ['baskets, wide', BASKET_PLACES.wide, 487],
  ['baskets, narrow', BASKET_PLACES.narrow, 300],
] as const;

describe.each(drawings)('the life cycle of %s', (_, places, pane) => {
  const cells = Object.values(places);
  const boxes = cells.map((cell) => {
    const { x, y } = centreOf(cell);
    return {
      left: x - BOX.width / 2,
      right: x + BOX.width / 2,
      top: y - BOX.height / 2,
      bottom: y + BOX.height / 2,
    };
  });
  const { width, height } = sizeOf(places);
  // Any two, because a history leaves out what has been reached before.
  const routes = cells.flatMap((from) =>
    cells
      .filter((to) => to !== from)
      .flatMap((to) =>
        (['taken', 'next'] as const).map((step) => ({ from, to, step, points: routeOf(from, to, step) })),
      ),
  );

  it('fits its pane with all boxes, which do not cover each other', () => {
    expect(width).toBeLessThanOrEqual(pane);
    for (const [at, box] of boxes.entries()) {
      expect(box.left).toBeGreaterThanOrEqual(2);
      expect(box.right).toBeLessThanOrEqual(width - 2);
      expect(box.bottom).toBeLessThanOrEqual(height - 2);
      expect(boxes.filter((other, place) => place > at && overlap(box, other))).toEqual([]);
    }
  });

  it('has no step through a box, and no arrowhead under one', () => {
    for (const { from, to, step, points } of routes) {
      const name = `${from.join()} to ${to.join()}, ${step}`;
      for (const [at, point] of points.entries()) {
        const before = points[at - 1];
        if (before === undefined) continue;
        expect(point.x === before.x || point.y === before.y, name).toBe(true);
        expect(
          boxes.filter((box) =>
            overlap(around([before, point], 0.001), {
              ...box,
              left: box.left + 0.01,
              right: box.right - 0.01,
              top: box.top + 0.01,
              bottom: box.bottom - 0.01,
            }),
          ),
          name,
        ).toEqual([]);
      }
      const tip = points.at(-1);
      const before = points.at(-2);
      if (tip === undefined || before === undefined) throw new Error(name);
      const length = Math.hypot(tip.x - before.x, tip.y - before.y);
      expect(length, name).toBeGreaterThanOrEqual(HEAD);
      const tail = {
        x: tip.x + ((before.x - tip.x) / length) * HEAD,
        y: tip.y + ((before.y - tip.y) / length) * HEAD,
      };
      const across = tip.y === tail.y ? { x: 0, y: HEAD / 2 } : { x: HEAD / 2, y: 0 };
      const head = around(
        [
          { x: tail.x - across.x, y: tail.y - across.y },
          { x: tip.x + across.x, y: tip.y + across.y },
        ],
        0,
      );
      expect(
        boxes.filter((box) => overlap(head, box)),
        name,
      ).toEqual([]);
      const all = around(points, 0);
      expect(all.left >= 0 && all.top >= 0 && all.right <= width && all.bottom <= height, name).toBe(true);
    }
  });
});

it('has each step that was taken once, also back to an earlier status', () => {
  expect(stepsTaken(['RCVD', 'PDNG', 'BLCK', 'BLCK', 'PDNG', 'BLCK', 'PDNG', 'ACSC'])).toEqual([
    ['RCVD', 'PDNG'],
    ['PDNG', 'BLCK'],
    ['BLCK', 'PDNG'],
    ['PDNG', 'ACSC'],
  ]);
});

it('rounds the corners of a line, and keeps its ends', () => {
  expect(
    roundedLine([
      { x: 0, y: 0 },
      { x: 20, y: 0 },
      { x: 20, y: 6 },
      { x: 40, y: 6 },
    ]),
  ).toBe('M0 0L15 0Q20 0 20 3L20 3Q20 6 25 6L40 6');
});

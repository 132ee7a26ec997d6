/** Pictures of who builds on whom: boxes in rows, arrows downwards, the same bytes for the same graph. */

/** What each box builds on, by name. There must be no cycle. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const box = { width: 172, height: 34, gapX: 22, gapY: 46, margin: 12 };

/** Without arrows that others imply. */
const reduced = (graph: Graph): Graph => {
  const reaches = (from: string, to: string): boolean =>
    [...(graph.get(from) ?? [])].some((next) => next === to || reaches(next, to));
  return new Map(
    [...graph].map(([from, targets]) => {
      const direct = [...targets].filter(
        (to) => ![...targets].some((other) => other !== to && reaches(other, to)),
      );
      return [from, new Set(direct)];
    }),
  );
};

/** The row of each box, counted from below: one above the highest that it builds on. */
const rowsOf = (graph: Graph): ReadonlyMap<string, number> => {
  const rows = new Map<string, number>();
  const rowOf = (name: string): number => {
    const known = rows.get(name);
    if (known !== undefined) return known;
    const row = Math.max(-1, ...[...(graph.get(name) ?? [])].map(rowOf)) + 1;
    rows.set(name, row);
    return row;
  };
  for (const name of graph.keys()) rowOf(name);
  return rows;
};

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where boxes stand: each below the middle of those that need it, as far as there is room. */
const placesOf = (graph: Graph): ReadonlyMap<string, Place> => {
  const rows = rowsOf(graph);
  const top = Math.max(...rows.values());
  const places = new Map<string, Place>();
  const widest = Math.max(
    ...[...rows.values()].map((row) => [...rows.values()].filter((other) => other === row).length),
  );
  const step = box.width + box.gapX;
  for (let row = top; row >= 0; row -= 1) {
    const names = [...rows].filter(([, own]) => own === row).map(([name]) => name);
    const wish = (name: string): number => {
      const above = [...graph].filter(([, targets]) => targets.has(name));
      const sum = above.reduce((total, [parent]) => total + (places.get(parent)?.x ?? 0), 0);
      return above.length === 0 ? 0 : sum / above.length;
    };
    const ordered = names.toSorted((a, b) => wish(a) - wish(b) || (a < b ? -1 : 1));
    const start = box.margin + ((widest - ordered.length) * step) / 2;
    for (const [at, name] of ordered.entries()) {
      places.set(name, {
        x: start + at * step,
        y: box.margin + (top - row) * (box.height + box.gapY),
      });
    }
  }
  return places;
};

const arrow = (from: Place, to: Place): string => {
  const [x1, y1] = [from.x + box.width / 2, from.y + box.height];
  const [x2, y2] = [to.x + box.width / 2, to.y - 3];
  const bend = (y2 - y1) / 2;
  return `<path d="M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}" marker-end="url(#tip)"/>`;
};

/** Draws a graph as SVG. `colorOf` gives the fill of a box; text is dark, so fills are light. */
export const pictureOf = (
  graph: Graph,
  title: string,
  colorOf: (name: string) => string,
): string => {
  const lean = reduced(graph);
  const places = placesOf(lean);
  const width = Math.max(...[...places.values()].map(({ x }) => x)) + box.width + box.margin;
  const height = Math.max(...[...places.values()].map(({ y }) => y)) + box.height + box.margin;
  const arrows = [...lean].flatMap(([from, targets]) =>
    [...targets].map((to) => arrow(places.get(from)!, places.get(to)!)),
  );
  const boxes = [...places].map(
    ([name, { x, y }]) =>
      `<rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="6" fill="${colorOf(name)}"/>` +
      `<text x="${x + box.width / 2}" y="${y + box.height / 2}">${name}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img">
<title>${title}</title>
<style>
path { fill: none; stroke: #8a8f98; stroke-width: 1.5 }
text { font: 13px system-ui, sans-serif; fill: #1c2024; text-anchor: middle; dominant-baseline: central }
</style>
<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="6" refY="4" orient="auto">
<path d="M1 1L7 4L1 7" style="fill: #8a8f98; stroke: none"/></marker></defs>
${[...arrows, ...boxes].join('\n')}
</svg>
`;
};

import { Graphviz } from '@hpcc-js/wasm-graphviz';

/** What each box builds on, by name. There must be no cycle. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const look = `
  graph [bgcolor=transparent, nodesep=0.3, ranksep=0.5, pad=0.15]
  node [shape=box, style="filled,rounded", color=none, fixedsize=true, width=1.95, height=0.36,
    fontname="system-ui, sans-serif", fontsize=9.75, fontcolor="#1c2024"]
  edge [color="#8a8f98", arrowsize=0.6]`;

const graphviz = await Graphviz.load();

/**
 * Draws a graph as SVG: boxes in rows, arrows downwards, none that others imply. `colorOf` gives the fill of a box;
 * text is dark, so fills are light.
 */
export const pictureOf = (
  graph: Graph,
  title: string,
  colorOf: (name: string) => string,
): string => {
  const lines = [...graph].flatMap(([name, targets]) => [
    `"${name}" [fillcolor="${colorOf(name)}"]`,
    ...[...targets].map((target) => `"${name}" -> "${target}"`),
  ]);
  const { out } = graphviz.tred(`digraph "${title}" {${look}\n${lines.join('\n')}\n}`);
  return graphviz.layout(out, 'svg');
};

import {
  type FigureData,
  type MetricsPlan,
  metricsFrame,
  type Organization,
  type ResolvedQuery,
} from '@tallyboard/core';
import { boundedCache } from '@tallyboard/ports';
import { rangeKey } from '../indexes/request-key.js';
import { isSame } from './same-organization.js';
import { weakRefTo } from './weak-ref.js';

/*
 * Bodies that never came before mostly ask for figures that did, in another order or company. So the
 * figures of a range are remembered one by one, as they stand in documents: such a body is answered by
 * joining texts.
 */

/** A figure that is ready. */
export interface ReadyFigure {
  readonly status: 'ready';
  readonly data: FigureData;
}

/** The figures of one range, for as long as they come from the same basis. */
export interface FiguresOfRange {
  /** The figures of a query, if they are remembered. */
  readonly recall: (query: ResolvedQuery) => ReadyFigure | null;
  /** The document of a plan all of whose figures are ready, in its order; remembers them. */
  readonly render: (plan: MetricsPlan, figures: readonly ReadyFigure[]) => string;
}

/** Figures that were asked for before. */
export interface RememberedFigures {
  /** Those of a plan's organization, range and day; `basis` is where figures come from now. */
  readonly of: (plan: MetricsPlan, basis: object) => FiguresOfRange;
}

/** What a range takes beside its texts, and what one of these takes beside its letters, in bytes. */
const [rangeBytes, textBytes] = [2048, 128];

/** A figure as documents have it; read again only where one beside it is missing. */
class RememberedFigure implements ReadyFigure {
  readonly status = 'ready';
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  get data(): FigureData {
    return (JSON.parse(this.text) as ReadyFigure).data;
  }
}

/** Plans share their queries: each is written once. */
const queryTexts = new WeakMap<ResolvedQuery, string>();

const textOf = (query: ResolvedQuery): string => {
  const known = queryTexts.get(query);
  if (known !== undefined) return known;
  const text = JSON.stringify(query);
  queryTexts.set(query, text);
  return text;
};

interface Range extends FiguresOfRange {
  readonly organization: Organization;
  /** Weakly, since an index must be free to go when another takes its place. */
  readonly basis: WeakRef<object>;
}

/** A memory for at most so many bytes; ranges used longest ago are forgotten. */
export const rememberedFigures = (bytesMax: number): RememberedFigures => {
  const cache = boundedCache<Range>(bytesMax);

  const newRange = (key: string, first: MetricsPlan, basis: object): Range => {
    const { before, after } = metricsFrame(first);
    const kept = new Map<string, RememberedFigure>();
    let bytes = rangeBytes;
    const keep = ({ name, properties }: ResolvedQuery, as: string, data: FigureData): string => {
      const text = JSON.stringify({ name, properties, data });
      // Another request may have been quicker.
      if (!kept.has(as)) bytes += textBytes + 2 * (as.length + text.length);
      kept.set(as, new RememberedFigure(text));
      return text;
    };
    const range: Range = {
      organization: first.organization,
      basis: weakRefTo(basis),
      recall: (query) => kept.get(textOf(query)) ?? null,
      render: ({ queries }, figures) => {
        const texts = figures.map((figure, at) => {
          if (figure instanceof RememberedFigure) return figure.text;
          return keep(queries[at]!, textOf(queries[at]!), figure.data);
        });
        if (!cache.set(key, range, bytes)) {
          kept.clear();
          bytes = rangeBytes;
        }
        return `${before}${texts.join(',')}${after}`;
      },
    };
    return range;
  };

  return {
    of: (plan, basis) => {
      const { organization, range, byMonth, today } = plan;
      const key = `${organization.id} ${rangeKey(range)} ${byMonth ? 'byMonth' : 'plain'} ${today}`;
      const found = cache.get(key);
      return found?.basis.deref() === basis && isSame(found.organization, organization)
        ? found
        : newRange(key, plan, basis);
    },
  };
};

import { figureColumns as columns, rowsOf } from '@tallyboard/core';
import { propertiesText } from '@tallyboard/core/engine';
import type { FigureData, ResolvedProperties } from '@tallyboard/core/vocabulary';
import type { Row } from './formats.js';

/** An entry of an answer, whatever its metric. */
export interface AnyFigure {
  readonly name: string;
  readonly properties: ResolvedProperties;
  readonly status: 'ready' | 'failed';
  readonly data?: FigureData;
  readonly detail?: string;
}

/** The columns of figures as rows. */
export const figureColumns: readonly string[] = [...columns, 'failed'];

/** A figure as rows of one shape for all metrics, so that they fit into one sheet. */
export const figureRows = ({ data, ...figure }: AnyFigure): readonly Row[] =>
  data === undefined
    ? [
        {
          metric: figure.name,
          properties: propertiesText(figure.properties),
          failed: figure.detail || 'failed',
        },
      ]
    : rowsOf({ ...figure, data }).map((row) => ({ ...row }));

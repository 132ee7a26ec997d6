import { wordText } from '../model/format.js';
import { cellText, type Table } from '../model/tables.js';

export const FiguresTable = ({
  table,
  caption,
}: {
  readonly table: Table;
  readonly caption: string;
}) => (
  <details class="figures no-print">
    <summary>Figures as a table</summary>
    <div class="scroll" tabIndex={0} role="region" aria-label={`${caption}, table`}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {wordText(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={String(row[0])}>
              {row.map((cell, at) => (
                <td key={table.columns[at]} class={typeof cell === 'number' ? 'number' : ''}>
                  <bdi>{cellText(cell)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
);

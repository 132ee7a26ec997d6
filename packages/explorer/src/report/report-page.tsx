import type { RosterRow } from '@tallyboard/core/vocabulary';
import { renderToString } from 'preact-render-to-string';
import { datesText, dateText, nameText, numberText } from '../model/format.js';
import { type Known, valueOr } from '../model/known.js';
import type { Picture } from '../model/picture.js';
import type { View } from '../model/view.js';
import { Now } from '../view/now.js';
import { OrganizationPicture } from '../view/organization-picture.js';
import { missing, StateText } from '../view/state-text.js';

/** What a report shows. */
export interface ReportContent {
  /** The organization's name, which its owner wrote. */
  readonly title: string;
  readonly picture: Picture;
  readonly view: View;
  /** The most active members, without their addresses: a report is passed on. */
  readonly members: Known<readonly RosterRow[]>;
  /** The day it was made, `YYYY-MM-DD`. */
  readonly madeOn: string;
  /** The style sheet of the explorer. */
  readonly css: string;
  /** The figures, for programs. */
  readonly data: object;
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const hashOf = async (text: string): Promise<string> => {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
};

const counts = ['boards', 'posts', 'comments', 'reactions'] as const;

const MembersTable = ({ members }: { readonly members: readonly RosterRow[] }) => (
  <div class="scroll" tabIndex={0} role="region" aria-label="Members, table">
    <table>
      <thead>
        <tr>
          {['Name', 'Role', 'Last activity'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          {counts.map((name) => (
            <th key={name} scope="col" class="number">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {members.map((row) => (
          <tr key={row.id}>
            <td>
              <bdi>{nameText(row.name, '(no name)')}</bdi>
            </td>
            <td>{row.userType}</td>
            <td>{dateText(row.lastActivityDate) || 'never'}</td>
            {counts.map((name) => (
              <td key={name} class="number">
                {numberText(row[name])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const Members = ({ of }: { readonly of: Known<readonly RosterRow[]> }) => {
  const state = missing(of);
  const members = valueOr(of) ?? [];
  return (
    <section aria-labelledby="members">
      <header>
        <h2 id="members">Members with most posts</h2>
        <p class="note">The API reports owners as admin.</p>
      </header>
      {state === null ? null : (
        <p class="panel">
          <StateText state={state} />
        </p>
      )}
      {state === null && members.length === 0 ? <p class="empty">None in this range.</p> : null}
      {members.length === 0 ? null : <MembersTable members={members} />}
    </section>
  );
};

/** A report as one page that needs nothing else: no script, no network. */
export const reportPage = async (content: ReportContent): Promise<string> => {
  const { title, picture, view, members, madeOn, css, data } = content;
  const body = renderToString(
    <Now.Provider value={0}>
      <main>
        <header class="title">
          <h1>
            <bdi>{title}</bdi>
          </h1>
          <p class="dates">
            {picture.calls.dates === null ? '' : datesText(picture.calls.dates)}, made on{' '}
            {dateText(madeOn)}
          </p>
        </header>
        <OrganizationPicture picture={picture} view={view} actions={null} choice={null} />
        <Members of={members} />
      </main>
    </Now.Provider>,
  );
  const policy = `default-src 'none'; style-src 'sha256-${await hashOf(css)}'; img-src data:; form-action 'none'; base-uri 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<style>${css}</style>
</head>
<body>
${body}
<script type="application/json" id="figures">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
</body>
</html>
`;
};

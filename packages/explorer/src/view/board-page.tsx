import { useState } from 'preact/hooks';
import { countText, dateText, nameText, numberText } from '../model/format.js';
import type { Known } from '../model/known.js';
import type { Dates } from '../model/period.js';
import type { WholeBoard } from '../session/state.js';
import { plainText } from './plain-text.js';
import { missing, StateText } from './state-text.js';

type Post = WholeBoard['posts'][number];

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/** Posts that are shown before "more" is pressed: some three screens. */
const postsAtFirst = 12;

type Names = ReadonlyMap<string, string>;

const PostItem = ({
  post,
  comments,
  names,
}: {
  readonly post: Post;
  readonly comments: WholeBoard['comments'];
  readonly names: Names;
}) => {
  const { content, author, createdAt } = post.attributes;
  const { attachment } = content;
  const mine = comments.filter((comment) => comment.post.id === post.id);
  return (
    <li class="post">
      <h3>
        <bdi>{content.subject || '(no subject)'}</bdi>
      </h3>
      <p class="note">
        <bdi>{author === null ? 'anonymous' : author.shortName || author.username}</bdi>,{' '}
        {dateText(createdAt)}
      </p>
      <p>
        <bdi>{plainText(content.bodyHtml)}</bdi>
      </p>
      {attachment === null ? null : (
        <p>
          {isWebAddress(attachment.url) ? (
            <a href={attachment.url} rel="noopener noreferrer" target="_blank">
              <bdi>{attachment.caption || attachment.url}</bdi>
            </a>
          ) : (
            <bdi>{attachment.caption || attachment.url}</bdi>
          )}
        </p>
      )}
      {mine.length === 0 ? null : (
        <ul class="comments">
          {mine.map(({ id, attributes, author }) => (
            <li key={id}>
              <bdi>{attributes.content}</bdi>{' '}
              <span class="note">
                <bdi>{author === null ? 'anonymous' : (names.get(author.id) ?? 'a member')}</bdi>,{' '}
                {dateText(attributes.createdAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
};

const textOf = ({ attributes: { content, author } }: Post): string =>
  [
    content.subject,
    content.bodyHtml,
    content.attachment?.caption,
    author?.fullName,
    author?.username,
  ]
    .join(' ')
    .toLowerCase();

const Content = ({
  board,
  dates,
  names,
}: {
  readonly board: WholeBoard;
  readonly dates: Dates | null;
  readonly names: Names;
}) => {
  const [words, setWords] = useState('');
  const [most, setMost] = useState(postsAtFirst);
  const { attributes, sections, posts, comments } = board;
  const matching = posts.filter((post) => textOf(post).includes(words.trim().toLowerCase()));
  const inRange = posts.filter(
    ({ attributes: { createdAt } }) =>
      dates !== null && createdAt.slice(0, 10) >= dates.from && createdAt.slice(0, 10) <= dates.to,
  ).length;
  const order = new Map(sections.map(({ id }, at) => [id, at]));
  const sorted = matching.toSorted(
    (a, b) =>
      (order.get(a.section?.id ?? '') ?? sections.length) -
      (order.get(b.section?.id ?? '') ?? sections.length),
  );
  const shown = sorted.slice(0, most);
  const groups = [
    ...sections.map(({ id, attributes: { title } }) => ({ id, title })),
    { id: null, title: '' },
  ]
    .map((group) => ({
      ...group,
      posts: shown.filter(({ section }) => (section?.id ?? null) === group.id),
    }))
    .filter((group) => group.posts.length > 0);
  const rows = [
    ['Built by', attributes.builder.fullName || attributes.builder.username],
    ['Created', dateText(attributes.createdAt)],
    ['Changed', dateText(attributes.updatedAt)],
    ['Sections', numberText(sections.length)],
    [
      'Posts',
      dates === null
        ? numberText(posts.length)
        : `${numberText(inRange)} in this range, ${numberText(posts.length)} in all`,
    ],
    ['Comments', numberText(comments.length)],
  ];
  return (
    <>
      <h1>
        <bdi>{nameText(attributes.title, '(no title)')}</bdi>
      </h1>
      <p>
        <bdi>{attributes.description}</bdi>
      </p>
      <dl class="single">
        {rows.map(([name, value]) => (
          <div key={name} data-figure={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <label>
          <span class="unseen">Words in posts</span>
          <input
            type="search"
            placeholder="Words in posts"
            value={words}
            onInput={({ currentTarget }) => {
              setWords(currentTarget.value);
              setMost(postsAtFirst);
            }}
          />
        </label>
        <span class="note" role="status">
          {words.trim() === '' ? '' : countText(matching.length, 'post')}
        </span>
      </form>
      <div class="columns">
        {groups.map((group) => (
          <section class="panel" key={group.id ?? ''}>
            <h2>
              <bdi>
                {group.id === null ? 'Without a section' : nameText(group.title, '(no title)')}
              </bdi>
            </h2>
            <ul class="posts">
              {group.posts.map((post) => (
                <PostItem key={post.id} post={post} comments={comments} names={names} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {matching.length > most ? (
        <p>
          <button type="button" onClick={() => setMost(most + postsAtFirst)}>
            {Math.min(postsAtFirst, matching.length - most)} more of{' '}
            {countText(matching.length - most, 'post')}
          </button>
        </p>
      ) : null}
    </>
  );
};

/** A board with what is on it, as the API gives it. */
export const BoardPage = ({
  board,
  organization,
  dates,
  names,
}: {
  readonly board: Known<WholeBoard>;
  /** Where the page came from. */
  readonly organization: { readonly name: string; readonly href: string };
  /** The days of the range; `null` before they are known. */
  readonly dates: Dates | null;
  /** Names of people by their record's id, as far as they are known. */
  readonly names: Names;
}) => {
  const state = missing(board);
  const title =
    board.kind === 'known' ? nameText(board.value.attributes.title, '(no title)') : 'Board';
  return (
    <div class="board">
      <nav aria-label="Breadcrumbs">
        <a href={organization.href}>
          <bdi>{organization.name}</bdi>
        </a>{' '}
        › <bdi aria-current="page">{title}</bdi>
      </nav>
      {state === null ? null : (
        <>
          <h1>Board</h1>
          <p class="blank">
            <StateText state={state} />
          </p>
        </>
      )}
      {board.kind === 'known' ? <Content board={board.value} dates={dates} names={names} /> : null}
    </div>
  );
};

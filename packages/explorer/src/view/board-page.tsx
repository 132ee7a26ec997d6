import { useState } from 'preact/hooks';
import { countText, dateText, nameText, numberText } from '../model/format.js';
import type { Known } from '../model/known.js';
import type { Dates } from '../model/period.js';
import type { WholeBoard } from '../session/state.js';
import { Missing, Single } from './parts.js';
import { type Names, type Post, PostItem } from './post-item.js';

/** Posts before "more" is pressed: at most three screens. */
const postsAtFirst = 6;

interface ContentProps {
  readonly board: WholeBoard;
  /** The days of the range; `null` before they are known. */
  readonly dates: Dates | null;
  readonly names: Names;
}

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

/** Posts by section, in the order of the board; those without one are last. */
const sectionsOf = ({ sections }: WholeBoard, posts: readonly Post[]) =>
  [
    ...sections.map(({ id, attributes }) => ({
      id,
      title: nameText(attributes.title, '(no title)'),
    })),
    { id: '', title: 'Without a section' },
  ]
    .map((group) => ({
      ...group,
      posts: posts.filter(({ section }) => (section?.id ?? '') === group.id),
    }))
    .filter((group) => group.posts.length > 0);

const Facts = ({ board: { attributes, sections, posts, comments }, dates }: ContentProps) => {
  const isIn = ({ attributes: { createdAt } }: Post): boolean =>
    dates !== null && createdAt.slice(0, 10) >= dates.from && createdAt.slice(0, 10) <= dates.to;
  const count = numberText(posts.length);
  const inRange = `${numberText(posts.filter(isIn).length)} in this range`;
  return (
    <Single
      rows={[
        ['Built by', <bdi>{attributes.builder.fullName || attributes.builder.username}</bdi>],
        ['Created', dateText(attributes.createdAt)],
        ['Changed', dateText(attributes.updatedAt)],
        ['Sections', numberText(sections.length)],
        ['Posts', dates === null ? count : [count, <span class="of">{inRange}</span>]],
        ['Comments', numberText(comments.length)],
      ]}
    />
  );
};

const Posts = ({ board, names }: ContentProps) => {
  const [words, setWords] = useState('');
  const [most, setMost] = useState(postsAtFirst);
  const matching = board.posts.filter((post) => textOf(post).includes(words.trim().toLowerCase()));
  const sorted = sectionsOf(board, matching).flatMap(({ posts }) => posts);
  const rest = sorted.length - most;
  return (
    <>
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
        {sectionsOf(board, sorted.slice(0, most)).map(({ id, title, posts }) => (
          <section class="panel" key={id}>
            <h2>
              <bdi>{title}</bdi>
            </h2>
            <ul class="posts">
              {posts.map((post) => (
                <PostItem key={post.id} post={post} comments={board.comments} names={names} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {rest > 0 ? (
        <p>
          <button type="button" onClick={() => setMost(most + 3 * postsAtFirst)}>
            {Math.min(3 * postsAtFirst, rest)} more of {countText(rest, 'post')}
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
  ...props
}: {
  readonly board: Known<WholeBoard>;
  readonly organization: { readonly name: string; readonly href: string };
} & Omit<ContentProps, 'board'>) => {
  const about = board.kind === 'known' ? board.value.attributes : null;
  const title = about === null ? 'Board' : nameText(about.title, '(no title)');
  return (
    <div class="board">
      <nav aria-label="Breadcrumbs">
        <a href={organization.href}>
          <bdi>{organization.name}</bdi>
        </a>{' '}
        › <bdi aria-current="page">{title}</bdi>
      </nav>
      <h1 id="board" tabIndex={-1}>
        <bdi>{title}</bdi>
      </h1>
      <Missing of={board} />
      {board.kind === 'known' ? (
        <>
          <p>
            <bdi>{board.value.attributes.description}</bdi>
          </p>
          <Facts board={board.value} {...props} />
          <Posts board={board.value} {...props} />
        </>
      ) : null}
    </div>
  );
};

import { dateText, nameText, numberText } from '../model/format.js';
import type { Known } from '../model/known.js';
import type { WholeBoard } from '../session/state.js';
import { plainText } from './plain-text.js';
import { missing, StateText } from './state-text.js';

type Post = WholeBoard['posts'][number];

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

const PostItem = ({
  post,
  comments,
}: {
  readonly post: Post;
  readonly comments: WholeBoard['comments'];
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
          {mine.map(({ id, attributes }) => (
            <li key={id}>
              <bdi>{attributes.content}</bdi>{' '}
              <span class="note">{dateText(attributes.createdAt)}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
};

const Content = ({ board }: { readonly board: WholeBoard }) => {
  const { attributes, sections, posts, comments } = board;
  const groups = [
    ...sections.map((section) => ({
      id: section.id,
      title: section.attributes.title,
      posts: posts.filter((post) => post.section?.id === section.id),
    })),
    { id: '', title: '', posts: posts.filter(({ section }) => section === null) },
  ].filter((group) => group.posts.length > 0 || group.id !== '');
  const rows = [
    ['Built by', attributes.builder.fullName || attributes.builder.username],
    ['Created', dateText(attributes.createdAt)],
    ['Changed', dateText(attributes.updatedAt)],
    ['Sections', numberText(sections.length)],
    ['Posts', numberText(posts.length)],
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
      <div class="columns">
        {groups.map((group) => (
          <section class="panel" key={group.id}>
            <h2>
              <bdi>
                {group.id === '' ? 'Without a section' : nameText(group.title, '(no title)')}
              </bdi>
            </h2>
            <ul class="posts">
              {group.posts.map((post) => (
                <PostItem key={post.id} post={post} comments={comments} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
};

/** A board with what is on it, as the API gives it. */
export const BoardPage = ({
  board,
  back,
}: {
  readonly board: Known<WholeBoard>;
  readonly back: string;
}) => {
  const state = missing(board);
  return (
    <div class="board">
      <p>
        <a href={back}>Back to the organization</a>
      </p>
      {state === null ? null : (
        <>
          <h1>Board</h1>
          <p class="blank">
            <StateText state={state} />
          </p>
        </>
      )}
      {board.kind === 'known' ? <Content board={board.value} /> : null}
    </div>
  );
};

import { countText, dateText } from '../model/format.js';
import type { WholeBoard } from '../session/state.js';
import { plainText } from './dom.js';

export type Post = WholeBoard['posts'][number];

/** Names of people by their record's id, as far as they are known. */
export type Names = ReadonlyMap<string, string>;

/** What is shown of a long text, and of many comments, before you ask for the rest. */
const [lettersAtFirst, commentsAtFirst] = [240, 2];

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

const Body = ({ text }: { readonly text: string }) => {
  const [start, rest] = [text.slice(0, lettersAtFirst), text.slice(lettersAtFirst)];
  if (rest === '') return <p class="body">{<bdi>{text}</bdi>}</p>;
  return (
    <details class="body">
      <summary>
        <bdi>{start}…</bdi>
      </summary>
      <bdi>…{rest}</bdi>
    </details>
  );
};

const Attachment = ({
  of: { url, caption },
}: {
  readonly of: { url: string; caption: string };
}) => {
  const text = <bdi>{caption || url}</bdi>;
  if (!isWebAddress(url)) return <p>{text}</p>;
  return (
    <p>
      <a href={url} rel="noopener noreferrer" target="_blank">
        {text}
      </a>
    </p>
  );
};

const Comments = ({
  list,
  names,
}: {
  readonly list: WholeBoard['comments'];
  readonly names: Names;
}) => (
  <ul class="comments">
    {list.map(({ id, attributes, author }) => (
      <li key={id}>
        <bdi>{attributes.content}</bdi>{' '}
        <span class="note">
          <bdi>
            {author === null
              ? 'anonymous'
              : (names.get(author.id) ?? `member …${author.id.slice(-4)}`)}
          </bdi>
          , {dateText(attributes.createdAt)}
        </span>
      </li>
    ))}
  </ul>
);

export const PostItem = ({
  post,
  comments,
  names,
}: {
  readonly post: Post;
  readonly comments: WholeBoard['comments'];
  readonly names: Names;
}) => {
  const { content, author, createdAt } = post.attributes;
  const mine = comments.filter((comment) => comment.post.id === post.id);
  const rest = mine.slice(commentsAtFirst);
  return (
    <li class="post">
      <h3>
        <bdi>{content.subject || '(no subject)'}</bdi>
      </h3>
      <p class="note">
        <bdi>{author === null ? 'anonymous' : author.shortName || author.username}</bdi>,{' '}
        {dateText(createdAt)}
      </p>
      <Body text={plainText(content.bodyHtml)} />
      {content.attachment === null ? null : <Attachment of={content.attachment} />}
      {mine.length === 0 ? null : <Comments list={mine.slice(0, commentsAtFirst)} names={names} />}
      {rest.length === 0 ? null : (
        <details>
          <summary>{countText(rest.length, 'more comment')}</summary>
          <Comments list={rest} names={names} />
        </details>
      )}
    </li>
  );
};

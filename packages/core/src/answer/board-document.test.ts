import { describe, expect, it } from 'vitest';
import type { BoardInclude } from '../api/includes.js';
import type { FactOf } from '../facts/catalog.js';
import type { BoardRecords } from '../facts/records.js';
import type { Instant } from '../time.js';
import { includedRecords } from './board-document.js';
import { boardResource } from './board-resources.js';
import {
  boardFact,
  boardRecords,
  commentFact,
  inDocumentOrder,
  postFact,
  sectionFact,
  userFact,
} from './records.test-kit.js';
import { webAddresses } from './web-addresses.js';

const addresses = webAddresses('https://boards.example/');
const includedOf = (records: BoardRecords, word: BoardInclude) =>
  includedRecords[word](inDocumentOrder(records), addresses);
const later = (ms: number): Instant => (boardFact('b').createdAt + ms) as Instant;

describe('2.9: the board object', () => {
  it('has a text wherever one is promised', () => {
    expect(boardResource(boardRecords(), addresses)).toEqual({
      type: 'board',
      id: 'b',
      attributes: {
        title: 'A board',
        description: '',
        builder: { username: '', shortName: '', fullName: '', avatarUrl: '' },
        iconUrl: '',
        webUrl: {
          live: 'https://boards.example/b',
          qrCode: 'https://boards.example/qr/b',
          slideshow: 'https://boards.example/slideshow/b',
          slideshowQrCode: 'https://boards.example/qr/slideshow/b',
        },
        domainName: 'boards.example',
        settings: { font: 1, colorScheme: 'light' },
        createdAt: '2026-01-02T03:04:05.000Z',
        updatedAt: '2026-01-02T03:04:05.000Z',
        customFields: {},
      },
    });
  });

  it('shows what the builder is called', () => {
    const shown = (user: Parameters<typeof userFact>[1]) =>
      boardResource(boardRecords({ users: [userFact('ann', user)] }), addresses).attributes.builder;
    expect(
      shown({ name: 'Ann A', username: 'ann1', displayName: ' Ann ', avatar: 'a.png' }),
    ).toEqual({
      username: 'ann1',
      shortName: 'Ann',
      fullName: 'Ann A',
      avatarUrl: 'a.png',
    });
    expect(shown({ name: 'Ann A', username: ' ann1 ', displayName: ' \t' }).shortName).toBe(
      ' ann1 ',
    );
    expect(shown({ name: 'Ann A' }).shortName).toBe('');
  });

  it('has everything in order', () => {
    const records = boardRecords({
      sections: [
        sectionFact('z', { sortIndex: 1 }),
        sectionFact('b', { sortIndex: 1 }),
        sectionFact('c', { sortIndex: -1.5 }),
      ],
      posts: [
        postFact('late', { createdAt: later(1) }),
        postFact('second', { sortIndex: 2 }),
        postFact('early', { sortIndex: 0 }),
        postFact('first', { sortIndex: -1 }),
      ],
      comments: [commentFact('2'), commentFact('3', { createdAt: later(-1) }), commentFact('10')],
    });
    const { sections, posts, comments } = inDocumentOrder(records);
    expect([sections, posts, comments].map((rows) => rows.map(({ id }) => id))).toEqual([
      ['c', 'b', 'z'],
      ['first', 'early', 'late', 'second'],
      ['3', '10', '2'],
    ]);
  });
});

describe('4.3: included records', () => {
  const post = (more: Parameters<typeof postFact>[1], extra: Partial<BoardRecords> = {}) =>
    includedOf(
      boardRecords({
        posts: [postFact('p', more)],
        ...extra,
        users: [userFact('ann', { username: 'ann1' })],
      }),
      'posts',
    )[0];

  it('a section belongs to its board', () => {
    expect(includedOf(boardRecords({ sections: [sectionFact('s')] }), 'sections')).toEqual([
      {
        type: 'section',
        id: 'sec_s',
        attributes: {
          title: 'A section',
          sortIndex: 0,
          createdAt: '2026-01-02T03:04:05.000Z',
          updatedAt: '2026-01-02T03:04:05.000Z',
        },
        relationships: { board: { data: { type: 'board', id: 'b' } } },
      },
    ]);
  });

  it('an anonymous post of which nothing is known', () => {
    expect(post({})).toEqual({
      type: 'post',
      id: 'post_p',
      attributes: {
        author: null,
        sortIndex: 0,
        content: {
          subject: '',
          bodyHtml: '',
          attachment: null,
          updatedAt: '2026-01-02T03:04:05.000Z',
        },
        color: null,
        status: null,
        webUrl: { live: 'https://boards.example/b/posts/p' },
        customFields: [],
        createdAt: '2026-01-02T03:04:05.000Z',
        updatedAt: '2026-01-02T03:04:05.000Z',
      },
      relationships: {
        board: { data: { type: 'board', id: 'b' } },
        section: { data: null },
      },
    });
  });

  it('a post with all there can be', () => {
    const full = post({
      sectionId: 's',
      authorId: 'ann',
      subject: 'S',
      bodyHtml: '<b>B</b>',
      color: 'red',
      status: 'approved',
      sortIndex: 7,
      customFields: [{ key: 'k', value: [1] }],
      updatedAt: later(1),
    });
    expect(full).toMatchObject({
      attributes: {
        author: { username: 'ann1', shortName: 'ann1', fullName: 'ann1', avatarUrl: '' },
        sortIndex: 7,
        content: { subject: 'S', bodyHtml: '<b>B</b>', updatedAt: '2026-01-02T03:04:05.001Z' },
        color: 'red',
        status: 'approved',
        customFields: [{ key: 'k', value: [1] }],
        updatedAt: '2026-01-02T03:04:05.001Z',
      },
      relationships: { section: { data: { type: 'section', id: 'sec_s' } } },
    });
  });

  it('a post shows its earliest attachment', () => {
    const attachment = (
      id: string,
      ms: number,
      more: Partial<FactOf<'attachment'>> = {},
    ): FactOf<'attachment'> => ({
      id,
      postId: 'p',
      category: 'image',
      authorId: null,
      title: id,
      url: `https://files.example/${id}`,
      createdAt: later(ms),
      ...more,
    });
    const shown = (...attachments: readonly FactOf<'attachment'>[]) => post({}, { attachments });
    expect(shown(attachment('b', 1), attachment('c', 0), attachment('a', 0))).toMatchObject({
      attributes: {
        content: {
          attachment: { url: 'https://files.example/a', caption: 'a', previewImageUrl: null },
        },
      },
    });
    expect(shown(attachment('a', 0, { title: null, url: null }))).toMatchObject({
      attributes: { content: { attachment: { url: '', caption: '' } } },
    });
    expect(shown(attachment('a', 0, { postId: 'other' }))).toMatchObject({
      attributes: { content: { attachment: null } },
    });
  });

  it('a comment shows its content also as HTML', () => {
    const records = boardRecords({
      comments: [
        commentFact('c', { authorId: 'ann', content: `<a href="x">&'</a>`, status: 'approved' }),
        commentFact('d', { postId: 'q' }),
      ],
    });
    expect(includedOf(records, 'comments')).toEqual([
      {
        type: 'comment',
        id: 'comment_c',
        attributes: {
          content: `<a href="x">&'</a>`,
          htmlContent: '&lt;a href=&quot;x&quot;&gt;&amp;&#39;&lt;/a&gt;',
          attachment: null,
          status: 'approved',
          createdAt: '2026-01-02T03:04:05.000Z',
          updatedAt: '2026-01-02T03:04:05.000Z',
        },
        relationships: {
          author: { data: { type: 'user', id: 'user_ann' } },
          post: { data: { type: 'post', id: 'post_p' } },
        },
      },
      expect.objectContaining({
        relationships: { author: { data: null }, post: { data: { type: 'post', id: 'post_q' } } },
      }),
    ]);
  });
});

describe('2.9: web addresses', () => {
  it('take any id and any base', () => {
    const odd = webAddresses('http://localhost:8080/wall//');
    expect(odd.domainName).toBe('localhost:8080');
    expect(odd.board('a/b?é\ud800').live).toBe(
      'http://localhost:8080/wall/a%2Fb%3F%C3%A9%EF%BF%BD',
    );
    expect(webAddresses('nowhere').domainName).toBe('');
  });
});

import ts from 'typescript';

/** What examples in doc comments use without declaring it: a small school. */
const sample = `
const rows = [
  { kind: 'user', id: 'olga', username: 'olga', displayName: 'Ms Olga', signupDate: '2026-01-05', enrolled: true },
  { kind: 'user', id: 'sami', username: 'sami', signupDate: '2026-03-01' },
  { kind: 'organization', id: 'wksp_riverside01', type: 'school', name: 'Riverside', ownerId: 'olga', createdAt: '2026-01-05T08:00:00Z' },
  { kind: 'member', organizationId: 'wksp_riverside01', userId: 'olga', role: 'owner', joinedAt: '2026-01-05T08:00:00Z' },
  { kind: 'member', organizationId: 'wksp_riverside01', userId: 'sami', role: 'student', joinedAt: '2026-03-02T09:00:00Z' },
  { kind: 'board', id: 'oceanography2026', organizationId: 'wksp_riverside01', builderId: 'olga', title: 'Ocean week', createdAt: '2026-03-03T10:00:00Z', updatedAt: '2026-03-03T10:00:00Z' },
  { kind: 'post', id: 'p1', boardId: 'oceanography2026', authorId: 'sami', subject: 'Squid', createdAt: '2026-03-04T10:00:00Z' },
];
const facts = readFacts(rows);
const organization = { id: 'wksp_riverside01', type: 'school', createdOn: dayOf(2026, 1, 5), billingTerms: [] } as const;
const today = dayOf(2026, 11, 20);
const columns = columnsFrom(facts);
const index = buildIndex(columns, { ...organization, today });
const users = new Map(facts.user.map((user) => [user.id, user]));
const boardRecords = { board: facts.board[0]!, sections: [], posts: facts.post, comments: [], attachments: [], users };
const userRecords = { user: facts.user[0]!, memberships: [], boards: [boardRecords] };
const addresses = webAddresses('https://boards.example.com');`;

/** A line of an example that ends with a comment, as one that prints its value beside the comment. */
const compared = (code: string): string => {
  const { statements, text } = ts.createSourceFile('example.ts', code, ts.ScriptTarget.ES2022);
  const lines = statements.map((statement) => {
    const own = text.slice(statement.pos, statement.end).trim();
    const [comment] = ts.getTrailingCommentRanges(text, statement.end) ?? [];
    if (comment === undefined || !ts.isExpressionStatement(statement)) return own;
    const given = text.slice(comment.pos + 2, comment.end).trim();
    return `console.log(JSON.stringify(${own.replace(/;$/, '')}), '=>', JSON.stringify(${given}));`;
  });
  return lines.join('\n');
};

/**
 * The example of a doc comment as a program.
 *
 * @param entries - the names that it may use, by what a program imports; the first that has a name is used
 */
export const programOf = (code: string, entries: Readonly<Record<string, object>>): string => {
  const seen = new Set<string>();
  const imports = Object.entries(entries).map(([entry, module]) => {
    const names = Object.keys(module).filter((name) => !seen.has(name));
    for (const name of names) seen.add(name);
    return `import { ${names.join(', ')} } from '${entry}';`;
  });
  // In a block of its own an example may declare what the sample has, too.
  return `${imports.join('\n')}\n${sample}\n{\n${compared(code)}\n}\n`;
};

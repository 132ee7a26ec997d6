/**
 * What examples in doc comments may use without declaring it: a small school. By name, in an order in which
 * each needs only those before it.
 */
export const sample: Readonly<Record<string, string>> = {
  rows: `const rows = [
  { kind: 'user', id: 'olga', username: 'olga', displayName: 'Ms Olga', signupDate: '2026-01-05', enrolled: true },
  { kind: 'user', id: 'sami', username: 'sami', signupDate: '2026-03-01' },
  { kind: 'organization', id: 'wksp_riverside01', type: 'school', name: 'Riverside', ownerId: 'olga', createdAt: '2026-01-05T08:00:00Z' },
  { kind: 'member', organizationId: 'wksp_riverside01', userId: 'olga', role: 'owner', joinedAt: '2026-01-05T08:00:00Z' },
  { kind: 'member', organizationId: 'wksp_riverside01', userId: 'sami', role: 'student', joinedAt: '2026-03-02T09:00:00Z' },
  { kind: 'board', id: 'oceanography2026', organizationId: 'wksp_riverside01', builderId: 'olga', title: 'Ocean week', createdAt: '2026-03-03T10:00:00Z', updatedAt: '2026-03-03T10:00:00Z' },
  { kind: 'post', id: 'p1', boardId: 'oceanography2026', authorId: 'sami', subject: 'Squid', createdAt: '2026-03-04T10:00:00Z' },
];`,
  facts: `const facts = collectFacts(
  rows.map((row) => readFact(row)).filter(isAccepted).map(({ right }) => right),
);`,
  organization: `const organization = {
  id: 'wksp_riverside01',
  type: 'school',
  createdOn: dayOf(2026, 1, 5),
  billingTerms: [],
} as const;`,
  today: 'const today = dayOf(2026, 11, 20);',
  columns: 'const columns = columnsFrom(facts);',
  index: 'const index = buildIndex(columns, { ...organization, today });',
  boardRecords: `const boardRecords = {
  board: facts.board[0]!,
  sections: [],
  posts: facts.post,
  comments: [],
  attachments: [],
  users: new Map(facts.user.map((user) => [user.id, user])),
};`,
  userRecords:
    'const userRecords = { user: facts.user[0]!, memberships: [], boards: [boardRecords] };',
  addresses: "const addresses = webAddresses('https://boards.example.com');",
};

/** Whether code reads a name: not as a property, not as a key, not as one of its own. */
const uses = (code: string, name: string): boolean =>
  new RegExp(`(?:^|[^.\\w]|\\.\\.\\.)${name}\\b(?!:)`, 'm').test(code) &&
  !new RegExp(`const ${name}\\b`).test(code);

/** The parts of the sample that an example needs. */
export const sampleFor = (code: string): string =>
  Object.entries(sample).reduceRight(
    (needed, [name, source]) =>
      uses(`${needed}\n${code}`, name) ? `${source}\n${needed}` : needed,
    '',
  );

import type { MetricsBody } from '../request.js';
import { countEach, monthlyRequest, named, type Row, safety, sent } from './metrics-request.js';

const members = { name: 'memberCount' };
const minutes = { name: 'wallEngagementMinutes' };
const allStatuses = { ...members, status: ['active', 'inactive', 'invited', 'joined', 'all'] };

/** Unknown words and values in entries (4.1.3). */
export const words: readonly Row[] = [
  [
    'unknown metric',
    '4.1.3 must entry',
    named('viewCount', '', 'membercount', ' memberCount', 'memberCount ', 'toString', '__proto__'),
  ],
  [
    'unknown value of a property',
    '4.1.3 must entry',
    [
      { ...members, status: ['active', ''] },
      ...sent(`memberCount:status=retired memberCount:status=Active memberCount:status=toString
        memberCount:userType=principal memberCount:userType=teacher+Student
        peerInteractionCount:userType=constructor+ topBoards:sortBy=comments
        topBoards:sortBy=posts+title topMedia:mediaType=image topMedia:mediaType=video+all`),
    ],
  ],
  [
    "another metric's value",
    '4.1.3 must entry',
    `topBoards:sortBy=boards topUsers:sortBy=posts+visitors memberCount:userType=anonymous
      peerInteractionCount:userType=owner+anonymous topUsers:sortBy=posts,userType=anonymous`,
  ],
  [
    'value of a property is no text',
    '4.1.3 must entry',
    [
      { ...members, status: 1 },
      { ...members, userType: { role: 'teacher' } },
      { name: 'topBoards', sortBy: ['posts', null] },
      { name: 'topMedia', mediaType: true },
      { ...minutes, userType: [['owner']] },
    ],
  ],
  ...Object.entries({ null: null, empty: [] }).map(([what, value]): Row => {
    const made = [
      { ...members, status: value },
      ...[members, minutes].map((one) => ({ ...one, userType: value })),
    ];
    return [`property ${what}`, '4.1.3 observed entry', made];
  }),
];

/** Entries by themselves and between them (4.1.1, 4.1.2, 4.1.4 to 4.1.7, 4.1.9). */
export const entries: readonly Row[] = [
  [
    'the same entry twice',
    '4.1.1 must entries',
    [
      'visitorCount visitorCount',
      'topBoards:sortBy=posts+visitors topBoards:sortBy=posts+visitors',
      'memberCount:userType=owner+teacher memberCount:userType=owner+teacher+owner',
      'peerInteractionCount:userType=guest peerInteractionCount:userType=guest+',
      'memberCount memberCount:status=all',
      'wallEngagementMinutes wallEngagementMinutes:userType=all',
    ].map(sent),
  ],
  [
    'the same entry twice in another order',
    '4.1.1 observed entries',
    [
      'peerInteractionCount:userType=owner+guest peerInteractionCount:userType=guest+owner',
      'topUsers:sortBy=posts+boards topUsers:sortBy=boards+posts',
    ].map(sent),
  ],
  [
    'the same series twice',
    '4.1.1 must whole',
    [(body: MetricsBody) => monthlyRequest(body, sent('postCount postCount:userType=all'))],
  ],
  [
    'more than fifty queries by every count',
    '4.1.2 must bare',
    [
      {
        dimensions: ['month'],
        metrics: countEach(17, { ...members, status: ['active', 'joined', 'all'] }),
      },
      { metrics: [...countEach(10, allStatuses), ...named('visitorCount')] },
    ],
  ],
  [
    'fifty-one queries',
    '4.1.2 observed bare',
    [
      {
        metrics: [
          ...countEach(8, allStatuses),
          ...sent('visitorCount newMemberCount subscription'),
        ],
      },
      { metrics: countEach(17, { name: 'topUsers', sortBy: ['posts', 'boards'] }) },
    ],
  ],
  [
    'role slice without month',
    '4.1.4 must entry',
    `boardCount:userType=teacher postCount:userType=teacher+owner commentCount:userType=guest+
      reactionCount:userType=owner`,
  ],
  [
    'all of a role slice without month',
    '4.1.4 observed entry',
    'boardCount:userType=all reactionCount:userType=all+',
  ],
  [
    'required property missing',
    '4.1.5 must entry',
    `peerInteractionCount attachmentCountByCategory topBoards topUsers topUsers:userType=owner
      topMedia`,
  ],
  ['required property of a series missing', '4.1.5 must series', 'peerInteractionCount'],
  [
    'all for required roles',
    '4.1.5 observed entry',
    'peerInteractionCount:userType=all attachmentCountByCategory:userType=all+',
  ],
  [
    'invited or joined of everybody',
    '4.1.6 must entry',
    `memberCount:status=invited memberCount:status=joined memberCount:status=joined+
      memberCount:status=active+invited`,
  ],
  [
    'series of joined of everybody',
    '4.1.6 must series',
    'memberCount:status=joined memberCount:status=all+joined',
  ],
  [
    'invited or joined of all',
    '4.1.6 observed entry',
    'memberCount:status=invited,userType=all memberCount:status=all+joined,userType=all+',
  ],
  [
    'all among roles',
    '4.1.7 must entry',
    `memberCount:userType=all+teacher memberCount:status=active,userType=owner+all
      wallEngagementMinutes:userType=student+all+guest topUsers:sortBy=posts,userType=all+maker`,
  ],
  ['all among roles of a series', '4.1.7 must series', 'boardCount:userType=all+teacher'],
  ['all among anonymous', '4.1.7 observed entry', 'wallEngagementMinutes:userType=all+anonymous'],
  ['content safety for a team', '4.1.9 must entry', named(...safety), ['team']],
];

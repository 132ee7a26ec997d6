import type { MetricsBody } from '../request.js';
import {
  countEach,
  everyStatus,
  monthlyRequest,
  named,
  type Row,
  safety,
  sent,
} from './metrics-request.js';

const members = { name: 'memberCount' };
const minutes = { name: 'wallEngagementMinutes' };
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
      ...sent('memberCount:status=retired memberCount:status=Active memberCount:status=toString'),
      ...sent('memberCount:userType=principal memberCount:userType=teacher+Student'),
      ...sent('peerInteractionCount:userType=constructor+ topBoards:sortBy=comments'),
      ...sent('topBoards:sortBy=posts+title topMedia:mediaType=image topMedia:mediaType=video+all'),
    ],
  ],
  [
    "another metric's value",
    '4.1.3 must entry',
    [
      ...sent('topBoards:sortBy=boards topUsers:sortBy=posts+visitors'),
      ...sent('memberCount:userType=anonymous peerInteractionCount:userType=owner+anonymous'),
      ...sent('topUsers:sortBy=posts,userType=anonymous'),
    ],
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
  ...Object.entries({ null: null, empty: [] }).map(
    ([what, value]): Row => [
      `property ${what}`,
      '4.1.3 observed entry',
      [
        { ...members, status: value },
        { ...members, userType: value },
        { ...minutes, userType: value },
      ],
    ],
  ),
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
      { metrics: [...countEach(10, everyStatus), ...named('visitorCount')] },
    ],
  ],
  [
    'fifty-one queries',
    '4.1.2 observed bare',
    [
      {
        metrics: [
          ...countEach(8, everyStatus),
          ...named('visitorCount', 'newMemberCount', 'subscription'),
        ],
      },
      { metrics: countEach(17, { name: 'topUsers', sortBy: ['posts', 'boards'] }) },
    ],
  ],
  [
    'role slice without month',
    '4.1.4 must entry',
    [
      ...sent('boardCount:userType=teacher postCount:userType=teacher+owner'),
      ...sent('commentCount:userType=guest+ reactionCount:userType=owner'),
    ],
  ],
  [
    'all of a role slice without month',
    '4.1.4 observed entry',
    sent('boardCount:userType=all reactionCount:userType=all+'),
  ],
  [
    'required property missing',
    '4.1.5 must entry',
    [
      ...named('peerInteractionCount', 'attachmentCountByCategory', 'topBoards', 'topUsers'),
      ...sent('topUsers:userType=owner topMedia'),
    ],
  ],
  ['required property of a series missing', '4.1.5 must series', sent('peerInteractionCount')],
  [
    'all for required roles',
    '4.1.5 observed entry',
    sent('peerInteractionCount:userType=all attachmentCountByCategory:userType=all+'),
  ],
  [
    'invited or joined of everybody',
    '4.1.6 must entry',
    ['invited', 'joined', ['joined'], ['active', 'invited']].map((status) => ({
      ...members,
      status,
    })),
  ],
  [
    'series of joined of everybody',
    '4.1.6 must series',
    sent('memberCount:status=joined memberCount:status=all+joined'),
  ],
  [
    'invited or joined of all',
    '4.1.6 observed entry',
    sent('memberCount:status=invited,userType=all memberCount:status=all+joined,userType=all+'),
  ],
  [
    'all among roles',
    '4.1.7 must entry',
    [
      ...sent('memberCount:userType=all+teacher memberCount:status=active,userType=owner+all'),
      ...sent('wallEngagementMinutes:userType=student+all+guest'),
      ...sent('topUsers:sortBy=posts,userType=all+maker'),
    ],
  ],
  ['all among roles of a series', '4.1.7 must series', sent('boardCount:userType=all+teacher')],
  [
    'all among anonymous',
    '4.1.7 observed entry',
    sent('wallEngagementMinutes:userType=all+anonymous'),
  ],
  ['content safety for a team', '4.1.9 must entry', named(...safety), ['team']],
];

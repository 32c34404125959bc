export type ThreadMarkup = {
  /** `forum` if left out. */
  kind?: 'forum' | 'social';
  /** Selectors of posts, which may be nested. Tested one by one, because browsers are slower to rule out a list. */
  posts: readonly string[];
  body: string;
  /** Used unless an attribute of the post names the author. */
  author: string;
  /** The `time` element if left out. */
  time?: string;
  /** On the page of a single post, the link to its thread. */
  thread?: string;
};

const times = 'time, relative-time, [itemprop=datePublished], [itemprop=dateCreated]';

/** Tried in order, with the date and source of the last confirmed match. Development pages: docs/extraction.md. */
export const threadMarkups: readonly ThreadMarkup[] = [
  {
    // schema.org (2026-11). Discourse, Flarum, vBulletin and Invision write it for search engines.
    posts: [
      '[itemtype$="schema.org/DiscussionForumPosting"]',
      '[itemtype$="schema.org/SocialMediaPosting"]',
      '[itemtype$="schema.org/Comment"]',
    ],
    body: '[itemprop=text], [itemprop=articleBody], [itemprop=commentText]',
    author: '[itemprop=author], [itemprop=creator]',
    time: times,
  },
  {
    // XenForo 2 (2026-11, on 25 development pages). Signatures use the same body class, but outside `.message-body`.
    posts: ['article.message--post'],
    body: '.message-body .bbWrapper',
    author: '.message-name',
  },
  {
    // Invision (2026-11, on eight development pages).
    posts: ['article.ipsComment', 'article.ipsEntry'],
    body: '[data-role=commentContent]',
    author: '.cAuthorPane_author, .ipsEntry__username',
  },
  {
    // phpBB 3 (2026-11, on four development pages).
    posts: ['.post[id^=p]'],
    body: '.content',
    author: '.username, .username-coloured, .postprofile dt > a',
    time: 'time, .author a[href*="#p"]',
  },
  {
    // NodeBB (2026-11, on three development pages): each post has an author attribute.
    posts: ['[component=post][data-username]'],
    body: '[component="post/content"]',
    author: '[itemprop=author]',
    time: '.timeago[title]',
  },
  {
    // Discourse as an app (2026-08, Defuddle 0.19.4): posts are rendered as they scroll into view.
    posts: ['.topic-post'],
    body: '.cooked',
    author: '.names a',
    time: '.relative-date',
  },
  {
    // Reddit (2026-08, Defuddle 0.19.4): custom elements with an author attribute.
    posts: ['shreddit-post', 'shreddit-comment'],
    body: '[slot=text-body], [slot=comment]',
    author: '[slot=commentMeta] a[href*="/user/"]',
    time: 'time, faceplate-timeago',
  },
  {
    // Old Reddit (2026-11, on the development pages).
    posts: ['.thing[data-author]'],
    body: '.usertext-body',
    author: '.author',
  },
  {
    // Hacker News (2026-08, Defuddle 0.19.4): a table whose rows differ only by class.
    posts: ['.fatitem', 'tr.comtr'],
    body: '.toptext, .commtext',
    author: '.hnuser',
    time: '.age',
    thread: '.onstory a',
  },
  {
    // Mastodon (2026-08, Defuddle 0.19.4).
    kind: 'social',
    posts: ['.detailed-status', '.status[data-id]'],
    body: '.status__content',
    author: '.display-name',
  },
  {
    // X (2026-08, Defuddle 0.19.4): test ids, its only stable names.
    kind: 'social',
    posts: ['article[data-testid=tweet]'],
    body: '[data-testid=tweetText]',
    author: '[data-testid=User-Name]',
  },
  {
    // Bluesky (2026-08, Defuddle 0.19.4).
    kind: 'social',
    posts: ['[data-testid^="postThreadItem-by-"]'],
    body: '[data-word-wrap="1"]',
    author: 'a[href^="/profile/"]:not(:has(img))',
  },
  {
    // GitHub issues (2026-08, Defuddle 0.19.4).
    posts: [
      '[data-testid=issue-viewer-issue-container]',
      '.react-issue-comment',
      '.timeline-comment',
    ],
    body: '.markdown-body',
    author: '[data-testid=issue-body-header-author], [data-testid=avatar-link], a.author',
    time: 'relative-time',
  },
  {
    // ARIA feeds (WAI-ARIA 1.2, 2026-11): articles with an author link and a time.
    kind: 'social',
    posts: ['[role=feed] article', '[role=feed] [role=article]'],
    body: '[data-testid=post-text], [class*=post-text], [class*=post-body], [class*=post-content]',
    author: '[rel~=author], [class*=author], [class*=username]',
  },
];

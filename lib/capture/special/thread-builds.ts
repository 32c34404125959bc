/** How pages mark their posts, by general marks first and by the marks of one software or site second. */

export type ThreadBuild = {
  kind: 'forum' | 'social';
  /**
   * Every post of the page; a reply may stand inside the post it answers. Each selector by itself: that a page has none,
   * a browser finds in far less time than with a list of them.
   */
  posts: readonly string[];
  /** The words of a post. */
  body: string;
  /** Who wrote it, where no attribute of the post says it. */
  author: string;
  /** When, in words or in an attribute. */
  time: string;
};

const times = 'time, relative-time, [itemprop=datePublished], [itemprop=dateCreated]';

/** Tried from the first to the last; each with when it was last believed true, and why. */
export const threadBuilds: readonly ThreadBuild[] = [
  {
    // The vocabulary itself (schema.org, 2026-11). Discourse, Flarum, vBulletin and Invision write it for search engines.
    kind: 'forum',
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
    // XenForo 2 (2026-11, in 25 of the development pages). A signature has such a body too, but elsewhere.
    kind: 'forum',
    posts: ['article.message--post'],
    body: '.message-body .bbWrapper',
    author: '.message-name',
    time: 'time',
  },
  {
    // Invision (2026-11, in eight of the development pages).
    kind: 'forum',
    posts: ['article.ipsComment', 'article.ipsEntry'],
    body: '[data-role=commentContent]',
    author: '.cAuthorPane_author, .ipsEntry__username',
    time: 'time',
  },
  {
    // phpBB 3 (2026-11, in four of the development pages).
    kind: 'forum',
    posts: ['.post[id^=p]'],
    body: '.content',
    author: '.username, .username-coloured, .postprofile dt > a',
    time: 'time, .author a[href*="#p"]',
  },
  {
    // NodeBB (2026-11, in three of the development pages): the author is an attribute of every post.
    kind: 'forum',
    posts: ['[component=post][data-username]'],
    body: '[component="post/content"]',
    author: '[itemprop=author]',
    time: '.timeago[title]',
  },
  {
    // Discourse as an app (2026-08, read so by Defuddle 0.19.4): its posts are drawn as they come into view.
    kind: 'forum',
    posts: ['.topic-post'],
    body: '.cooked',
    author: '.names a',
    time: '.relative-date',
  },
  {
    // Reddit (2026-08, Defuddle 0.19.4): elements of its own, with the author as an attribute.
    kind: 'forum',
    posts: ['shreddit-post', 'shreddit-comment'],
    body: '[slot=text-body], [slot=comment]',
    author: '[slot=commentMeta] a[href*="/user/"]',
    time: 'time, faceplate-timeago',
  },
  {
    // Reddit's old form (2026-11, in the development pages).
    kind: 'forum',
    posts: ['.thing[data-author]'],
    body: '.usertext-body',
    author: '.author',
    time: 'time',
  },
  {
    // Hacker News (2026-08, Defuddle 0.19.4); the page is a table whose rows have no structure but their classes.
    kind: 'forum',
    posts: ['.fatitem', 'tr.comtr'],
    body: '.toptext, .commtext',
    author: '.hnuser',
    time: '.age',
  },
  {
    // Mastodon (2026-08, Defuddle 0.19.4).
    kind: 'social',
    posts: ['.detailed-status', '.status[data-id]'],
    body: '.status__content',
    author: '.display-name',
    time: 'time',
  },
  {
    // X (2026-08, Defuddle 0.19.4): the one set of names there that is made for tests and so stays.
    kind: 'social',
    posts: ['article[data-testid=tweet]'],
    body: '[data-testid=tweetText]',
    author: '[data-testid=User-Name]',
    time: 'time',
  },
  {
    // Bluesky (2026-08, Defuddle 0.19.4).
    kind: 'social',
    posts: ['[data-testid^="postThreadItem-by-"]'],
    body: '[data-word-wrap="1"]',
    author: 'a[href^="/profile/"]:not(:has(img))',
    time: 'time',
  },
  {
    // GitHub's issues (2026-08, Defuddle 0.19.4).
    kind: 'forum',
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
    // The roles of ARIA (WAI-ARIA 1.2, 2026-11): a feed of articles, each with its author linked and its time told.
    kind: 'social',
    posts: ['[role=feed] article', '[role=feed] [role=article]'],
    body: '[data-testid=post-text], [class*=post-text], [class*=post-body], [class*=post-content]',
    author: '[rel~=author], [class*=author], [class*=username]',
    time: 'time',
  },
];

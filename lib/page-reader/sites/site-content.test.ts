// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { seenIn } from '../../testing/page-reader/visible-markdown.ts';
import { joinBlocks } from '../document/markdown-text.ts';
import { siteContent } from './site-content.ts';

/** The content that is read from a test page built like the site's. */
function read(url: string, html: string): string | null {
  const { blocks, findElement } = seenIn(html);
  const content = siteContent(url, blocks, findElement);
  return content && joinBlocks(content.blocks.map((block) => block.markdown));
}

describe('special readers', () => {
  test('GitHub issue: the title and each comment under its author', () => {
    const html = `<header>Sign in</header><main><h1><bdi>Lamp flickers</bdi> #12</h1><aside>Labels: bug</aside>
      <div class="timeline-comment"><h3><a class="author">ada</a> opened <relative-time datetime="2026-01-02">Jan 2</relative-time></h3>
        <div class="comment-body markdown-body"><p>It flickers.</p><pre><code>lamp --on</code></pre></div><div class="comment-reactions">👍 3</div></div>
      <div class="TimelineItem">ada added the bug label</div>
      <div class="timeline-comment"><h3><a class="author">bob</a> <relative-time datetime="2026-01-03">Jan 3</relative-time></h3>
        <div class="markdown-body"><p>Fixed in <a href="https://github.com/o/r/pull/13">#13</a>.</p></div></div></main>`;
    expect(read('https://github.com/o/r/issues/12', html)).toBe(
      '# Lamp flickers #12\n\n### ada · 2026-01-02\n\nIt flickers.\n\n```\nlamp --on\n```\n\n### bob · 2026-01-03\n\n' +
        'Fixed in [#13](https://github.com/o/r/pull/13).',
    );
    expect(read('https://github.com/o/r', html)).toBeNull();
  });

  test('GitHub pull request: review comments count as comments', () => {
    const comment = (kind: string, who: string, text: string) =>
      `<div class="${kind}"><h3><a class="author">${who}</a> <relative-time datetime="2026-01-02">Jan 2</relative-time></h3>
       <div class="comment-body markdown-body"><p>${text}</p></div></div>`;
    const html = `<main><h1>Steady the lamp</h1>${comment('timeline-comment', 'ada', 'A new fuse.')}
      <div class="js-comments-holder">${comment('review-comment', 'bob', 'Which fuse?')}</div></main>`;
    expect(read('https://github.com/o/r/pull/13', html)).toBe(
      '# Steady the lamp\n\n### ada · 2026-01-02\n\nA new fuse.\n\n### bob · 2026-01-02\n\nWhich fuse?',
    );
  });

  test('Hacker News: depth of replies as heading levels', () => {
    const row = (who: string, indent: number, text: string) =>
      `<tr class="athing comtr"><td><table><tr><td class="ind" indent="${indent}"></td><td class="default"><div><span class="comhead">
       <a class="hnuser">${who}</a> <span class="age" title="2026-01-01T10:00:00">1 hour ago</span></span></div>
       <div class="comment"><div class="commtext">${text}</div><div class="reply">reply</div></div></td></tr></table></td></tr>`;
    const html = `<table><tr><td><a>new</a> | <a>past</a></td></tr></table>
      <table class="fatitem"><tr class="athing"><td class="title"><span class="titleline"><a href="https://lamps.test/">Lamps</a></span></td></tr></table>
      <table class="comment-tree">${row('ada', 0, 'First.')}${row('bob', 1, 'An answer.')}</table>`;
    expect(read('https://news.ycombinator.com/item?id=1', html)).toBe(
      '[Lamps](https://lamps.test/)\n\n### ada · 2026-01-01T10:00:00\n\nFirst.\n\n#### bob · 2026-01-01T10:00:00\n\nAn answer.',
    );
  });

  test('Reddit: elements that carry author, score and depth', () => {
    const html = `<nav>Popular</nav><shreddit-post><h1 slot="title">Which lamp?</h1><div slot="text-body"><p>For reading.</p></div></shreddit-post>
      <shreddit-comment author="ada" score="12" depth="0" created="2026-01-01"><div slot="comment"><p>The red one.</p></div>
        <div>Reply Share</div>
        <shreddit-comment author="bob" score="3" depth="1" created="2026-01-02"><div slot="comment"><p>No, blue.</p></div></shreddit-comment>
      </shreddit-comment>`;
    expect(read('https://www.reddit.com/r/lamps/comments/1/x/', html)).toBe(
      '# Which lamp?\n\nFor reading.\n\n### ada · 2026-01-01 · 12\n\nThe red one.\n\n#### bob · 2026-01-02 · 3\n\nNo, blue.',
    );
  });

  test('old Reddit: nested comments, the innermost counts', () => {
    const html = `<div id="siteTable"><div class="thing link"><p class="title"><a>Which lamp?</a></p></div></div>
      <div class="thing comment"><div class="entry"><p class="tagline"><a class="author">ada</a> <time datetime="2026-01-01">a day ago</time></p>
        <form><div class="usertext-body"><p>Red.</p></div></form></div>
        <div class="child"><div class="thing comment"><div class="entry"><p class="tagline"><a class="author">bob</a></p>
          <div class="usertext-body"><p>Blue.</p></div></div></div></div></div>`;
    expect(read('https://old.reddit.com/r/lamps/comments/1/x/', html)).toBe(
      'Which lamp?\n\n### ada · 2026-01-01\n\nRed.\n\n### bob\n\nBlue.',
    );
  });

  test('X: posts without the columns next to them', () => {
    const post = (who: string, text: string) =>
      `<article data-testid="tweet"><div data-testid="User-Name"><span>${who}</span></div><time datetime="2026-01-01">1h</time>
       <div data-testid="tweetText">${text}</div><div role="group">12 Likes</div></article>`;
    const html = `<div>Trending now</div>${post('Ada @ada', 'Lamps are good.')}${post('Bob @bob', 'Are they?')}`;
    expect(read('https://x.com/ada/status/1', html)).toBe(
      '### Ada @ada · 2026-01-01\n\nLamps are good.\n\n### Bob @bob · 2026-01-01\n\nAre they?',
    );
  });

  test('Stack Overflow: votes, the accepted answer, comments', () => {
    const html = `<div id="question-header"><h1>How to mount a lamp?</h1><div><a href="/ask">Ask Question</a></div></div>
      <div id="question"><div class="js-voting-container"><div class="js-vote-count">7</div></div><div class="s-prose js-post-body"><p>I have 7 lamps.</p></div>
        <div class="post-taglist"><ul><li>lamps</li></ul></div>
        <div class="post-signature"><div class="user-action-time"><span class="relativetime" title="2026-01-01">yesterday</span></div>
        <div class="user-details"><a>ada</a></div></div></div>
      <div class="answer accepted-answer"><div class="js-vote-count">9</div><div class="s-prose js-post-body"><p>With screws.</p></div>
        <div class="user-details"><a>bob</a></div><div class="js-comments-container"><ul><li><span>Which?</span> – <a>eve</a></li></ul></div></div>
      <div id="sidebar">Hot questions</div>`;
    expect(read('https://stackoverflow.com/questions/1/how', html)).toMatch(
      /^# How to mount a lamp\?\n\n### ada · 2026-01-01 · 7\n\nI have 7 lamps\.\n\n### bob · 9 · accepted\n\nWith screws\.\n\n- Which\? – eve$/,
    );
  });

  test('Gmail: mails of a conversation, without the list of others', () => {
    const html = `<div role="navigation">Inbox 12</div><h2 class="hP">Your lamp</h2>
      <div class="adn"><h3><span class="gD" email="ada@shop.test">Ada</span></h3><span class="g3" title="1 Jan 2026, 10:00">10:00</span>
        <div class="a3s"><div>It is on its way.</div></div></div>
      <div class="adn"><span class="gD" email="bob@home.test">Bob</span><div class="a3s"><div>Thanks!</div></div></div><div>Reply Forward</div>`;
    expect(read('https://mail.google.com/mail/u/0/#inbox/x', html)).toBe(
      '## Your lamp\n\n### ada@shop.test · 1 Jan 2026, 10:00\n\nIt is on its way.\n\n### bob@home.test\n\nThanks!',
    );
    expect(
      read('https://mail.google.com/mail/u/0/#inbox', '<div>Inbox</div><table><tr><td>Mail</td></tr></table>'),
    ).toBeNull();
  });

  test('YouTube: title, description and comments', () => {
    const html = `<div id="guide">Home</div><ytd-watch-metadata><div id="title"><h1>How lamps work</h1></div>
      <div id="description"><p>A talk.</p></div><div id="actions">Like</div></ytd-watch-metadata>
      <ytd-comment-view-model><h3><a id="author-text">@ada</a></h3><span id="published-time-text">1 day ago</span>
        <div id="content-text">Nice.</div><span id="vote-count-middle">4</span></ytd-comment-view-model>`;
    expect(read('https://www.youtube.com/watch?v=abcdefghijk', html)).toBe(
      '# How lamps work\n\nA talk.\n\n### @ada · 1 day ago · 4\n\nNice.',
    );
  });

  test('Wikipedia: the article without boxes and edit marks', () => {
    const html = `<h1 id="firstHeading">Lamp</h1><div id="siteSub">From Wikipedia</div><div id="mw-content-text"><div class="ambox">Needs sources</div>
      <p>A lamp gives light.</p><div class="mw-heading"><h2>History</h2><div class="mw-editsection">[edit]</div></div><p>Long ago.</p>
      <div class="navbox"><p>More lamps</p></div></div><div id="catlinks">Lighting</div>`;
    expect(read('https://en.wikipedia.org/wiki/Lamp', html)).toBe(
      '# Lamp\n\nA lamp gives light.\n\n## History\n\nLong ago.',
    );
  });

  test('arXiv: the abstract and where the paper is', () => {
    const html = `<div id="header">arXiv search</div><div id="abs"><h1 class="title">On lamps</h1><div class="authors">Ada Light</div>
      <blockquote class="abstract">We light lamps.</blockquote></div><div class="extra-services"><div class="full-text"><ul>
      <li><a href="https://arxiv.org/pdf/2601.00001">View PDF</a></li></ul></div><div>Bookmark</div></div>`;
    const text = read('https://arxiv.org/abs/2601.00001', html);
    expect(text).toMatch(
      /^# On lamps\n\nAda Light\n\n> We light lamps\.\n\n- \[View PDF\]\(https:\/\/arxiv\.org\/pdf\/2601\.00001\)$/,
    );
  });

  test('leave every other page to the generic reader', () => {
    expect(
      read(
        'https://example.org/',
        '<h1>Lamp</h1><div class="timeline-comment"><div class="markdown-body">x</div></div>',
      ),
    ).toBeNull();
  });
});

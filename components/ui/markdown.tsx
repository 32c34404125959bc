import './markdown.css';
import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';

/**
 * Renders Markdown from pages and models as React elements. HTML in it is shown as text, images as their alternative
 * text, and only web and mail addresses become links, so it runs no script and makes no request.
 */
export function Markdown({ text, renderText = asItIs }: MarkdownProps) {
  return <div className="markdown">{elementsOf(tokensOf(text), { depth: 0, renderText })}</div>;
}

type MarkdownProps = {
  text: string;
  /** Renders the plain text between the markup; unchanged by default. */
  renderText?: (text: string) => ReactNode;
};

const asItIs = (text: string) => text;

type Rendering = Required<Pick<MarkdownProps, 'renderText'>> & { depth: number };

function tokensOf(text: string): readonly Token[] {
  try {
    return Lexer.lex(text);
  } catch {
    // Quotes or lists nested thousands of levels deep exhaust the lexer’s stack.
    return [{ type: 'code', raw: text, text }];
  }
}

/** Browsers can crash on elements nested thousands of levels deep. */
const maxDepth = 40;

function elementsOf(tokens: readonly Token[], rendering: Rendering): ReactNode {
  if (rendering.depth > maxDepth) return tokens.map(({ raw }) => raw).join('');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- other tokens come only from extensions, and there are none
  const known = tokens as readonly MarkedToken[];
  return eachOf(known, (token) => elementOf(token, { ...rendering, depth: rendering.depth + 1 }));
}

function eachOf<Item>(items: readonly Item[], render: (item: Item) => ReactNode): ReactNode {
  return items.map((item, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- nothing else identifies a part, and none has state
    <Fragment key={index}>{render(item)}</Fragment>
  ));
}

function elementOf(token: MarkedToken, rendering: Rendering): ReactNode {
  switch (token.type) {
    case 'heading':
    case 'paragraph':
    case 'blockquote':
    case 'strong':
    case 'em':
    case 'del': {
      const Tag = token.type === 'heading' ? headingOf(token) : containers[token.type];
      return <Tag dir="auto">{elementsOf(token.tokens, rendering)}</Tag>;
    }
    case 'list':
      return listOf(token, rendering);
    case 'table':
      return tableOf(token, rendering);
    case 'link':
      return linkOf(token, rendering);
    case 'code':
      return <pre dir="ltr">{token.text}</pre>;
    case 'codespan':
      return <code dir="ltr">{token.text}</code>;
    case 'hr':
      return <hr />;
    case 'br':
      return <br />;
    case 'text':
      return token.tokens === undefined
        ? rendering.renderText(token.text)
        : elementsOf(token.tokens, rendering);
    case 'html':
      return /^<br\s*\/?>$/i.test(token.raw) ? <br /> : token.raw;
    default:
      return plainOf(token);
  }
}

const containers = {
  paragraph: 'p',
  blockquote: 'blockquote',
  strong: 'strong',
  em: 'em',
  del: 'del',
} as const;

/** Starts at h3, because the surface has its own headings above the text. */
function headingOf({ depth }: Tokens.Heading) {
  return depth === 1 ? 'h3' : depth === 2 ? 'h4' : 'h5';
}

function plainOf(token: MarkedToken): string {
  if (token.type === 'checkbox') return token.checked ? '☑ ' : '☐ ';
  return token.type === 'image' || token.type === 'escape' ? token.text : '';
}

function listOf({ ordered, start, items }: Tokens.List, rendering: Rendering): ReactNode {
  const rows = eachOf(items, ({ task, tokens }) => (
    <li dir="auto" data-task={task || undefined}>
      {elementsOf(tokens, rendering)}
    </li>
  ));
  return ordered ? <ol start={start === '' ? undefined : start}>{rows}</ol> : <ul>{rows}</ul>;
}

function tableOf({ header, rows }: Tokens.Table, rendering: Rendering): ReactNode {
  const rowOf = (cells: readonly Tokens.TableCell[], Cell: 'th' | 'td') => (
    <tr>
      {eachOf(cells, ({ align, tokens }) => (
        <Cell dir="auto" data-align={align ?? undefined}>
          {elementsOf(tokens, rendering)}
        </Cell>
      ))}
    </tr>
  );
  return (
    <table>
      <thead>{rowOf(header, 'th')}</thead>
      <tbody>{eachOf(rows, (cells) => rowOf(cells, 'td'))}</tbody>
    </table>
  );
}

function linkOf({ href, tokens }: Tokens.Link, rendering: Rendering): ReactNode {
  const { protocol = '' } = URL.parse(href) ?? {};
  if (!/^(?:https?|mailto):$/.test(protocol)) return elementsOf(tokens, rendering);
  return (
    <a href={href} title={href} target="_blank" rel="noreferrer">
      {elementsOf(tokens, rendering)}
    </a>
  );
}

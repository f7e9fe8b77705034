/**
 * Markup that people send, cut down by an allow-list. The one place where it meets a parser: what a parser does with markup that nests
 * without end, or is nothing but marks, takes many times as long as reading it, and would keep everybody else waiting.
 */
import sanitizeHtml from 'sanitize-html'

export type MarkupRules = Omit<sanitizeHtml.IOptions, 'onCloseTag'>

/** Editors and word processors stay below a tenth of these. */
const deepest = 200
const longestStyle = 1000

export const tooComplexMarkup = '格式过于复杂（嵌套过深或标记过多），请清除多余的格式后重试'

/** The message is for people. */
export class TooComplexMarkup extends Error {
  constructor() {
    super(tooComplexMarkup)
  }
}

/** How many marks (`<`, `&`, `=`, `;`) the texts of one call may have together; two microseconds each. */
export class MarkupBudget {
  #left: number

  constructor(marks = 20_000) {
    this.#left = marks
  }

  /** Throws TooComplexMarkup. Looks at each character once, before anything else does. */
  spend(html: string): void {
    for (let at = 0; at < html.length && this.#left >= 0; at++) if (isMark(html.charCodeAt(at))) this.#left -= 1
    if (this.#left < 0) throw new TooComplexMarkup()
  }
}

const [lessThan, ampersand, equals, semicolon] = [60, 38, 61, 59] as const
const isMark = (code: number) => code === lessThan || code === ampersand || code === equals || code === semicolon

/** Throws TooComplexMarkup; `budget` is shared by the texts of one call. */
export function cleanMarkup(html: string, rules: MarkupRules, budget = new MarkupBudget()): string {
  if (!/[<>&]/.test(html)) return html
  budget.spend(html)
  let depth = 0
  return sanitizeHtml(html, {
    ...rules,
    // Called first of all that happens at a tag, so nothing is done with what lies deeper.
    onOpenTag: (name, attribs) => {
      if (++depth > deepest || (attribs.style ?? '').length > longestStyle) throw new TooComplexMarkup()
      rules.onOpenTag?.(name, attribs)
    },
    onCloseTag: () => {
      depth -= 1
    },
  })
}

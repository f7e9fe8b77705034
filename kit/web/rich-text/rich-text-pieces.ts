/** What a text consists of, in its order: blocks of code, and what stands between them. */
export type TextPiece =
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'code'; readonly code: string; readonly language: string }

/** Of html that was cleaned. Code within lists and tables stays where it is. */
export function piecesOf(cleaned: string): readonly TextPiece[] {
  const { body } = new DOMParser().parseFromString(cleaned, 'text/html')
  const pieces: TextPiece[] = []
  let between = document.createElement('div')
  const close = () => {
    if (between.textContent !== '' || between.childElementCount > 0) pieces.push({ kind: 'html', html: between.innerHTML })
    between = document.createElement('div')
  }
  for (const node of [...body.childNodes]) {
    if (node instanceof HTMLPreElement) {
      close()
      pieces.push({ kind: 'code', code: (node.textContent ?? '').replace(/\n$/, ''), language: languageOf(node) })
    } else between.append(node)
  }
  close()
  return pieces
}

const languageOf = (block: Element): string => /language-([\w+#-]+)/.exec(block.querySelector('code')?.className ?? '')?.[1] ?? ''

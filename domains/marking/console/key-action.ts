/** What a key means at the marker's desk. */
export type KeyAction =
  | { kind: 'save' | 'confirmEmpty' | 'next' | 'previous' | 'full' | 'comment' | 'leaveField' | 'help' }
  | { kind: 'score'; key: string }
  | { kind: 'point'; index: number }

export interface Key {
  readonly key: string
  /** The physical key: with Alt some layouts write other letters. */
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  /** The focus is in a field that takes text. */
  readonly isTyping: boolean
  /** The focus is on something that uses arrows itself (a list, a tab, a number field). */
  readonly usesArrows: boolean
  /** The focus is on something that Enter works: a button, a link. */
  readonly isOnControl: boolean
}

export function keyAction({
  key,
  code,
  ctrlKey,
  metaKey,
  altKey,
  isTyping,
  usesArrows,
  isOnControl,
}: Key): KeyAction | undefined {
  if ((ctrlKey || metaKey) && key === 'Enter') return { kind: 'save' }
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]
  if (altKey && digit !== undefined && digit !== '0') return { kind: 'point', index: Number(digit) - 1 }
  if (ctrlKey || metaKey || altKey) return undefined
  if (isTyping) return key === 'Escape' ? { kind: 'leaveField' } : undefined
  if (key === 'Enter' && !isOnControl) return { kind: 'confirmEmpty' }
  if (/^[\d.]$/.test(key)) return { kind: 'score', key }
  if (key === 'ArrowRight' && !usesArrows) return { kind: 'next' }
  if (key === 'ArrowLeft' && !usesArrows) return { kind: 'previous' }
  const letters: Record<string, KeyAction> = { f: { kind: 'full' }, c: { kind: 'comment' }, '?': { kind: 'help' } }
  return letters[key.toLowerCase()]
}

/** Reads the key and where the focus is. */
export function keyOf(event: KeyboardEvent): Key {
  const { key, code, ctrlKey, metaKey, altKey, target } = event
  const focus = target instanceof Element ? target : null
  const isTyping =
    focus?.closest('input:not([type=checkbox]):not([type=radio]), textarea, [contenteditable=true]') !== null && focus !== null
  const usesArrows =
    focus !== null && focus.closest('[role=tablist], [role=listbox], [role=radiogroup], [role=combobox], .ant-segmented') !== null
  const isOnControl = focus?.closest('button, a, summary, input, [role=combobox], [role=button]') !== null && focus !== null
  return { key, code, ctrlKey, metaKey, altKey, isTyping, usesArrows, isOnControl }
}

export const shortcuts: readonly { keys: string; does: string }[] = [
  { keys: '0–9 .', does: '直接打分' },
  { keys: 'Alt + 1–9', does: '勾选第 1–9 个得分点' },
  { keys: 'F', does: '打满分' },
  { keys: 'C', does: '写评语' },
  { keys: 'Esc', does: '离开输入框' },
  { keys: 'Ctrl + Enter', does: '提交并阅下一份' },
  { keys: 'Enter', does: '空白作答：确认 0 分并阅下一份' },
  { keys: '← / →', does: '上一份 / 跳过本份' },
  { keys: '?', does: '显示快捷键' },
]

export type PrintFailureReason = 'time' | 'memory' | 'glyph' | 'template'

const texts: Record<Exclude<PrintFailureReason, 'glyph'>, string> = {
  time: '生成打印文件用时过长，请减少一次打印的内容后重试',
  memory: '打印内容过多，请减少一次打印的内容后重试',
  template: '打印模板无法生成文件，请检查模板和其中的图片后重试',
}

/** Why there is no file. `message` is for people and says what to do; `cause` is the engine's own word, for logs alone. */
export class PrintFailure extends Error {
  readonly reason: PrintFailureReason
  /** What no font of ours can print, each once; empty for other reasons. */
  readonly characters: readonly string[]

  constructor(reason: PrintFailureReason, details: { characters?: readonly string[]; cause?: string } = {}) {
    const characters = details.characters ?? []
    super(reason === 'glyph' ? `以下字符无法打印：${characters.map(named).join('、')}，请修改后重试` : texts[reason], {
      cause: details.cause,
    })
    this.name = 'PrintFailure'
    this.reason = reason
    this.characters = characters
  }
}

/** The character and its number: many of these are shown by no font of the reader's either. */
function named(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `${character.toWellFormed()}（U+${code.toString(16).toUpperCase().padStart(4, '0')}）`
}

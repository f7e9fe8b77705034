export interface Added {
  readonly addedCount: number
  readonly repeatedCount: number
  readonly skippedCount: number
}

/** What came of adding candidates, in a sentence. */
export function addedText({ addedCount, repeatedCount, skippedCount }: Added): string {
  const notes = [
    repeatedCount > 0 ? `${repeatedCount} 人已在名单中` : '',
    skippedCount > 0 ? `${skippedCount} 人已停用或不在管理范围内` : '',
  ].filter(Boolean)
  return [`已添加 ${addedCount} 名考生`, ...notes].join('，')
}

import type { Outline } from '../outline/outline.sql.ts'

/** Whatever else a task leads to is run by its own company: results and answers would cross. */
const sellable: ReadonlySet<string> = new Set(['courseware', 'article', 'link'])

export const isSellable = ({ chapters }: Pick<Outline, 'chapters'>): boolean =>
  chapters.every(({ tasks }) => tasks.every(({ kind }) => sellable.has(kind)))

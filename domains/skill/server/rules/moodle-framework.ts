/** Moodle's competency framework CSV (14 columns), as rows of our own template. */
import { cut } from '@kaopei/contract'
import type { GivenSkill } from './skill-sheet-rows.ts'

const moodleColumns = ['Parent id number', 'Id number', 'Shortname', 'Description', 'Scale values', 'Is framework'] as const
type MoodleColumn = (typeof moodleColumns)[number]

const plain = (text: string) =>
  text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/\s+/g, ' ')
    .trim()

export function isMoodle(header: readonly string[]): boolean {
  return moodleColumns.every((title) => header.includes(title))
}

interface FileRow {
  readonly rowNumber: number
  readonly texts: readonly string[]
}

/**
 * The framework's own row becomes a group at the top, whatever has children a group too; children may stand before their parents. A scale of two to five
 * values gives its levels their names.
 */
export function ofMoodle(header: readonly string[], rows: readonly FileRow[]): GivenSkill[] {
  const places = new Map(header.map((title, at) => [title, at]))
  const read = ({ texts }: FileRow, column: MoodleColumn) => (texts[places.get(column) ?? -1] ?? '').trim()
  const isFramework = (row: FileRow) => read(row, 'Is framework') === '1'
  const framework = rows.find(isFramework)
  const frameworkCode = framework ? read(framework, 'Id number') : ''
  const parents = new Set(rows.map((row) => read(row, 'Parent id number')))
  const ownScale = framework ? read(framework, 'Scale values') : ''
  return rows.map((row) => {
    const code = read(row, 'Id number')
    const isGroup = isFramework(row) || parents.has(code)
    const parentCode = isFramework(row) ? '' : read(row, 'Parent id number') || frameworkCode
    return {
      ...{ rowNumber: row.rowNumber, code, parentCode, isGroup },
      name: plain(read(row, 'Shortname')),
      descript: plain(read(row, 'Description')),
      levels: isGroup ? [] : levelsOf(read(row, 'Scale values') || ownScale),
    }
  })
}

function levelsOf(scale: string): GivenSkill['levels'] {
  const names = scale.split(',').flatMap((name) => name.trim() || [])
  if (names.length < 2 || names.length > 5) return []
  return names.map((name, at) => ({ level: at + 1, name: cut(name, 30), behaviour: '' }))
}

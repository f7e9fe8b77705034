/** Which column of a stranger's table means what: a proposal that a person looks at before anything is imported. */
import { type ImportField, type ImportMapping, importFieldLabels, importFields } from '../../contract/question-import.ts'

const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const

/** Other headings that people use, as `comparable` leaves them. */
const synonyms: Partial<Record<ImportField, readonly string[]>> = {
  idNumber: ['题目编号', '试题编号', '试题标识', '题号', '编号', 'id', 'questionid', 'code'],
  parentIdNumber: ['父题编号', '材料题标识', 'parentid'],
  type: ['试题类型', '题目类型', '类型', 'type', 'questiontype'],
  title: ['题目标题', '题目名称', 'title'],
  stem: ['题目', '试题', '问题', '试题内容', '题目内容', '题面', 'question', 'stem', 'content', 'questiontext'],
  answer: ['答案', '标准答案', '参考答案', '正确选项', 'answer', 'answers', 'key', 'correct', 'correctanswer'],
  analysis: ['答案解析', '试题解析', '题目解析', '详解', 'analysis', 'explanation', 'comment'],
  course: ['所属课程', '课程名称', 'course'],
  knowledgePoints: ['所属知识点', '考点', '知识标签', 'knowledge', 'knowledgepoint', 'knowledgepoints'],
  tags: ['试题标签', 'tag', 'tags'],
  difficulty: ['难易度', '难易程度', '难度等级', 'difficulty', 'level'],
  score: ['分数', '试题分值', '默认分值', '得分', 'score', 'points', 'mark'],
  shuffleOptions: ['选项随机', '选项乱序', '允许选项乱序', 'shuffle'],
  scoringMode: ['得分方式', '计分方式', '多选得分方式'],
}

const fieldByHeading = new Map<string, ImportField>()
for (const field of importFields) {
  fieldByHeading.set(comparable(importFieldLabels[field]), field)
  for (const heading of synonyms[field] ?? []) fieldByHeading.set(heading, field)
}
letters.forEach((letter) => {
  const small = letter.toLowerCase()
  for (const heading of [small, `选项${small}`, `答案选项${small}`, `option${small}`, `choice${small}`, `${small}选项`])
    fieldByHeading.set(heading, `option${letter}`)
})
letters.forEach((letter, index) => {
  for (const heading of [`选项${index + 1}`, `option${index + 1}`, `choice${index + 1}`])
    fieldByHeading.set(heading, `option${letter}`)
})

/** Headings lose width, case, spaces, stars and remarks in brackets: ` 题干*（必填）` is 题干. */
function comparable(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, '')
    .replace(/[\s*_:.-]/g, '')
}

/** One field for each column; a field that two columns claim goes to the first. */
export function recogniseColumns(header: readonly string[]): (ImportField | null)[] {
  const taken = new Set<ImportField>()
  return header.map((heading) => {
    const field = fieldByHeading.get(comparable(heading))
    if (field === undefined || taken.has(field)) return null
    taken.add(field)
    return field
  })
}

type HeadRow = { rowNumber: number; texts: readonly string[] }

/** The header is the row of the first ones that names most fields; a table of which nothing is known has its header on top. */
export function proposeMapping(rows: readonly HeadRow[]): ImportMapping {
  let best: { rowNumber: number; columns: (ImportField | null)[]; known: number } | undefined
  for (const { rowNumber, texts } of rows) {
    const columns = recogniseColumns(texts)
    const known = columns.filter((field) => field !== null).length
    if (known > (best?.known ?? 0)) best = { rowNumber, columns, known }
  }
  if (best !== undefined && best.known >= 2) return { headerRow: best.rowNumber, columns: best.columns }
  const [first] = rows
  return { headerRow: first?.rowNumber ?? 1, columns: (first?.texts ?? ['']).map(() => null) }
}

/** Without a stem nothing can be imported, and without an answer nothing can be scored. */
export function isMappingComplete({ columns }: ImportMapping): boolean {
  return columns.includes('stem') && columns.includes('answer')
}

/** The workbook that people fill in, and the same with rows in it. */
import type { Readable } from 'node:stream'
import { type ColumnSpec, type SheetSpec, writeXlsx } from '@kaopei/sheet'
import { difficulty } from '../../contract/codes.ts'
import { questionTypeLabels, scoringModeLabels } from '../../contract/content.ts'
import { type ImportField, importFieldLabels, importFields } from '../../contract/question-import.ts'

/** Raise the number with any change of the columns. */
export const templateVersion = 'question/1'
export const templateName = '试题导入模板.xlsx'

export type TemplateRow = Partial<Record<ImportField, string | number>>

const choices: Partial<Record<ImportField, readonly string[]>> = {
  type: [1, 2, 3, 4, 7, 6].map((type) => Object.entries(questionTypeLabels).find(([code]) => Number(code) === type)?.[1] ?? ''),
  difficulty: difficulty.options.map(({ label }) => label),
  shuffleOptions: ['是', '否'],
}

const widths: Partial<Record<ImportField, number>> = { stem: 50, answer: 30, analysis: 40, title: 20, knowledgePoints: 20 }

const columns: ColumnSpec[] = importFields.map((field) => ({
  title: importFieldLabels[field],
  width: widths[field] ?? 14,
  ...(choices[field] && { choices: choices[field] }),
}))

const notes = ['每行一道试题，最多 50000 行；题干和正确答案必填，写法见工作表“填写说明”，例子见工作表“示例”。请不要改动表头。']

const modes = (['perOption', 'fixedPartial', 'proportional', 'net', 'coverage', 'eachAnswer', 'weighted'] as const)
  .map((mode) => scoringModeLabels[mode])
  .join('、')

const explanations: readonly (readonly [string, string])[] = [
  ['题目标识', '选填。在同一题库中唯一；再次导入时按它找到已有的试题，不会重复新增。'],
  ['父题标识、子题分值、子题顺序', '请留空。暂不支持材料题的子题，材料请写进题干。'],
  ['题型', '单选题、多选题、判断题、填空题、下拉题、问答题。留空时按答案判断：一个字母为单选题，多个字母为多选题。'],
  ['标题', '选填，便于查找；题干为空时作为题干。'],
  ['题干', '必填，可以换行。填空题和下拉题用 ____（两个以上下划线）标出每一空的位置；不标时空位排在题干下方。'],
  ['选项A 到 选项H', '单选题、多选题、下拉题的选项，从 A 起连续填写。'],
  ['正确答案：单选题', '一个选项字母，例如 A。'],
  ['正确答案：多选题', '选项字母，例如 ABD 或 A,B,D。'],
  ['正确答案：判断题', '正确 / 错误，也可以写 对 / 错、√ / ×、是 / 否。'],
  ['正确答案：填空题', '各空之间用 ； 或 ||| 分隔；一空有几种正确写法时用 | 分隔，例如 119|火警119；120。'],
  ['正确答案：填空题（数值）', '数值:3.14±0.01 表示允许误差 0.01，数值:100±5% 表示允许误差 5%。'],
  ['正确答案：填空题（不分顺序）', '在最前面写“不分顺序:”，例如 不分顺序:可燃物；助燃物；点火源。'],
  ['正确答案：下拉题', '按空的顺序填写选项字母，例如 A;C。'],
  ['正确答案：问答题', '参考答案。每行以【40%】开头的内容作为一个得分点，例如 【40%】立即报警。'],
  ['课程、知识点、标签', '选填。多个知识点或标签用 ； 分隔；没有的知识点会自动新增。'],
  ['难度', '简单、中等、困难。留空时用导入时选择的难度。'],
  ['分值', '0 到 1000，最多两位小数。留空时用导入时填写的分值。'],
  [
    '允许选项随机',
    '是 / 否。填“否”时，打乱选项的考试中这道题的选项也保持原来的顺序。最后一个选项是“以上都对”之类时总是留在最后。',
  ],
  ['评分方式', `选填。多选题：全对得分、${modes}，例如 少选得固定分:1；填空题、下拉题：按空得分、全对才得分。`],
  ['公式', '单元格中不能有公式，请粘贴为值。'],
]

const examples: readonly TemplateRow[] = [
  {
    ...{ idNumber: 'DEMO-001', type: '单选题', stem: '发现火情时，首先应当做什么？', optionA: '立即报警', optionB: '收拾财物' },
    ...{ optionC: '围观', optionD: '乘电梯离开', answer: 'A', analysis: '先报警，再有序疏散。', knowledgePoints: '火灾应急' },
    ...{ difficulty: '简单', score: 2, shuffleOptions: '是' },
  },
  {
    ...{ idNumber: 'DEMO-002', type: '多选题', stem: '下列属于燃烧三要素的有：', optionA: '可燃物', optionB: '助燃物' },
    ...{ optionC: '点火源', optionD: '灭火器', answer: 'ABC', difficulty: '中等', score: 4, scoringMode: '少选得固定分:1' },
  },
  { idNumber: 'DEMO-003', type: '判断题', stem: '火灾时可以乘坐电梯逃生。', answer: '错误', difficulty: '简单', score: 2 },
  { idNumber: 'DEMO-004', type: '填空题', stem: '火警电话是____，急救电话是____。', answer: '119|火警119；120', score: 4 },
  {
    ...{ idNumber: 'DEMO-005', type: '下拉题', stem: '灭火器的使用步骤：先____，再____。', optionA: '拔下保险销' },
    ...{ optionB: '压下压把', optionC: '放回原处', answer: 'A;B', score: 4 },
  },
  {
    ...{ idNumber: 'DEMO-006', type: '问答题', stem: '简述疏散时的注意事项。', score: 10, difficulty: '困难' },
    answer: '【40%】弯腰低姿，用湿毛巾捂住口鼻\n【30%】走安全出口，不乘电梯\n【30%】不返回取财物',
  },
]

/** An empty template, or one with rows: what this room itself has to offer as a file. */
export function writeTemplate(rows: readonly TemplateRow[] = []): Readable {
  const sheets: SheetSpec[] = [
    { name: '试题', columns, rows: rows.map(cellsOf), notes, autoFilter: false },
    {
      name: '填写说明',
      columns: [
        { title: '列', width: 30 },
        { title: '写法', width: 90 },
      ],
      rows: explanations,
      autoFilter: false,
    },
    {
      name: '示例',
      columns: columns.map(({ title, width }) => ({ title, ...(width && { width }) })),
      rows: examples.map(cellsOf),
      autoFilter: false,
    },
  ]
  return writeXlsx({ sheets, templateVersion })
}

function cellsOf(row: TemplateRow): (string | number | null)[] {
  return importFields.map((field) => row[field] ?? null)
}

import { type CellInput, type ColumnSpec, writeXlsx } from '@kaopei/sheet'
import type { Effect, EffectRow } from '../../contract/loop.ts'

const ways = { t: '配对 t', bootstrap: '自助法' } as const
const verdicts: Record<EffectRow['verdict'], string> = {
  better: '有提高',
  worse: '有下降',
  unclear: '不能断定',
  tooFew: '样本不足',
  nobody: '暂无数据',
}

/** The table as it stands on the screen, with how it is to be read. */
export function effectWorkbook({ examName, afterExamName, rows, notes }: Effect) {
  const about: CellInput[][] = [
    ['培训前考试', examName],
    ['检验考试', afterExamName ?? '未指定'],
    ...notes.map((note, at): CellInput[] => [at === 0 ? '说明' : '', note]),
  ]
  return writeXlsx({
    sheets: [
      {
        name: '培训效果',
        columns: columns.map(([spec]) => spec),
        rows: rows.map((row) => columns.map(([, cell]) => cell(row))),
      },
      {
        name: '说明',
        columns: [
          { title: '项目', width: 14 },
          { title: '内容', width: 90 },
        ],
        rows: about,
      },
    ],
  })
}

type Column = readonly [ColumnSpec, (row: EffectRow) => CellInput]

const number = (title: string): ColumnSpec => ({ title, kind: 'number', width: 14 })

const columns: readonly Column[] = [
  [{ title: '知识点', width: 24 }, ({ name }) => name],
  [number('参加培训人数'), ({ trained }) => trained.n],
  [number('培训前得分率（%）'), ({ trained }) => trained.before],
  [number('培训后得分率（%）'), ({ trained }) => trained.after],
  [number('变化（百分点）'), ({ trained }) => trained.difference],
  [number('95% 区间下限'), ({ trained }) => trained.low],
  [number('95% 区间上限'), ({ trained }) => trained.high],
  [{ title: '区间算法', width: 10 }, ({ trained: { way } }) => (way === null ? '' : ways[way])],
  [number('未参加培训人数'), ({ untrained }) => untrained.n],
  [number('未参加者前（%）'), ({ untrained }) => untrained.before],
  [number('未参加者后（%）'), ({ untrained }) => untrained.after],
  [number('比未参加者多（百分点）'), ({ more }) => more.difference],
  [number('区间下限'), ({ more }) => more.low],
  [number('区间上限'), ({ more }) => more.high],
  [{ title: '结论', width: 12 }, ({ verdict }) => verdicts[verdict]],
  [{ title: '说明', width: 60 }, ({ text }) => text],
]

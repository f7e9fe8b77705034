import { ToneTag } from '@kaopei/web'
import { Segmented, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { chanceWords } from '../../contract/suspicion/suspicion.ts'
import { figureOf } from './figure-of.ts'
import { type Pair, People } from './people.tsx'

const shown = {
  all: { label: '全部', has: () => true },
  red: { label: '红色', has: ({ level }: Pair) => level === 'red' },
  yellow: { label: '黄色', has: ({ level }: Pair) => level === 'yellow' },
  near: { label: '邻近', has: ({ isNear }: Pair) => isNear },
} as const
type Shown = keyof typeof shown
const shownNames: readonly Shown[] = ['all', 'red', 'yellow', 'near']

/** Pairs beyond chance; each figure opens its rows. */
export function Pairs({ pairs }: { readonly pairs: readonly Pair[] }): ReactNode {
  const [by, setBy] = useState<Shown>('all')
  return (
    <>
      {pairs.length > 0 && (
        <Segmented
          value={by}
          onChange={setBy}
          options={shownNames.map((value) => ({
            value,
            label: `${shown[value].label} ${pairs.filter(shown[value].has).length}`,
          }))}
          aria-label="相似答卷"
          style={{ marginBottom: 12 }}
        />
      )}
      <Table<Pair>
        rowKey={({ one, other }) => `${one.examinationResultId}-${other.examinationResultId}`}
        dataSource={pairs.filter(shown[by].has)}
        size="small"
        scroll={{ x: 960 }}
        pagination={{ defaultPageSize: 20, hideOnSinglePage: true }}
        locale={{ emptyText: '没有超出偶然的相似答卷' }}
        columns={[
          { title: '考生', key: 'people', width: 190, render: (_, { one, other }) => <People people={[one, other]} /> },
          {
            title: '偶然出现的期望对数',
            dataIndex: 'expectedPairs',
            width: 270,
            render: (value: number, { level }) => (
              <>
                <ToneTag tone={level === 'red' ? 'danger' : 'warning'}>{figureOf(value)}</ToneTag>
                <div className="kp-hint">{chanceWords(value)}</div>
              </>
            ),
          },
          {
            title: '相同作答',
            key: 'matches',
            width: 200,
            render: (_, { matches, common, expectedMatches, sharedWrong }) =>
              `${matches} / ${common} 题（预期 ${expectedMatches.toFixed(1)}），同错 ${sharedWrong} 题`,
          },
          { title: 'K 指数', key: 'k', width: 150, render: (_, { kOne, kOther }) => `${figureOf(kOne)}、${figureOf(kOther)}` },
          {
            title: '邻近',
            dataIndex: 'nearBecause',
            width: 160,
            render: (why: readonly string[]) => (why.length === 0 ? '-' : why.join('、')),
          },
        ]}
      />
    </>
  )
}

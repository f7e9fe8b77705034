import type { OutputOf } from '@kaopei/contract'
import { JobProgress } from '@kaopei/jobs/parts'
import { Chart, EmptyState, formatInstant, Loaded, RightButton, ToneTag, toneColours, useAction, useCall } from '@kaopei/web'
import { Alert, Modal, Segmented, Skeleton, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { chanceWords, signLabels, suspicion } from '../../contract/suspicion/suspicion.ts'
import { casePath } from '../verdicts/paths.ts'
import { SharedDrawer } from './shared.drawer.tsx'

type Comparison = OutputOf<typeof suspicion.get>
type Pair = Comparison['pairs'][number]
type Person = Pair['one']

/** 相似与会话: what a person should look at, with how often chance alone does the same. */
export function SuspicionTab({ examId }: { readonly examId: string }): ReactNode {
  const asked = useCall(suspicion.get, { examinationId: examId })
  const [jobId, setJobId] = useState<string>()
  const [isShared, setShared] = useState(false)
  const action = useAction(suspicion.compare, { successText: '', onDone: (answer) => setJobId(answer.jobId) })
  const close = () => {
    setJobId(undefined)
    void asked.refetch()
  }
  return (
    <section className="kp-card" aria-label="相似答卷与会话">
      <div className="kp-toolbar">
        <RightButton
          right={suspicion.compare}
          type="primary"
          loading={action.isRunning}
          onClick={() => void action.run({ examinationId: examId })}
        >
          比对答卷与会话
        </RightButton>
        <RightButton right={suspicion.saveShared} onClick={() => setShared(true)}>
          共用的网络地址
        </RightButton>
      </div>
      {isShared && <SharedDrawer onClose={() => setShared(false)} />}
      <Alert
        type="info"
        showIcon
        title="可疑提示只是线索，不能单独作为裁定依据"
        description="同一试卷题目较少、由同一教师授课或试题提前泄露时，没有作弊的答卷也会相似。请结合座位、录像和监考记录判断。"
      />
      <Loaded of={asked} skeleton={<Skeleton active paragraph={{ rows: 6 }} />}>
        {(found) => (
          <>
            {found.isOwnLeftOut && <p className="kp-hint">您参加了本场考试，与您本人有关的结果不在这里显示，由他人查看。</p>}
            {found.time === null ? <EmptyState text="还没有比对过，交卷后可开始比对" /> : <Found examId={examId} found={found} />}
          </>
        )}
      </Loaded>
      <Modal open={jobId !== undefined} title="比对答卷与会话" footer={null} onCancel={close} destroyOnHidden>
        <p className="kp-hint">关闭窗口不影响比对，完成后刷新本页查看结果。</p>
        {jobId !== undefined && <JobProgress jobId={jobId} />}
      </Modal>
    </section>
  )
}

function Found({ examId, found }: { readonly examId: string; readonly found: Comparison }): ReactNode {
  const { attemptCount, pairCount, nearCount, tooSmallCount, likeCount, keptCount, pairs } = found
  return (
    <>
      <p className="kp-hint">
        {`比对于 ${formatInstant(found.time)}：${attemptCount} 份答卷，${pairCount} 对可比（其中邻近 ${nearCount} 对）`}
        {tooSmallCount > 0 && `，${tooSmallCount} 对样本不足（共同题目少于 20 道或错题少于 5 道）`}
        {likeCount > keptCount && `；超出偶然的共 ${likeCount} 对，只保留最难偶然出现的 ${keptCount} 对`}
        {attemptCount < 30 && '；不足 30 份答卷，未比对答案'}
      </p>
      <PairMap pairs={pairs} />
      <h3 className="kp-verdict-title">相似答卷</h3>
      <Table<Pair>
        rowKey={({ one, other }) => `${one.examinationResultId}-${other.examinationResultId}`}
        dataSource={[...pairs]}
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
      <h3 className="kp-verdict-title">会话</h3>
      <Signs key={found.time} examId={examId} />
    </>
  )
}

const signsOfPage = 20

function Signs({ examId }: { readonly examId: string }): ReactNode {
  const [pageIndex, setPage] = useState(1)
  const asked = useCall(suspicion.signs, { examinationId: examId, pageIndex, pageSize: signsOfPage }, { keepPrevious: true })
  return (
    <Loaded of={asked} skeleton={<Skeleton active paragraph={{ rows: 4 }} />}>
      {({ dataList, totalCount }) => (
        <Table
          rowKey="number"
          dataSource={[...dataList]}
          size="small"
          scroll={{ x: 980 }}
          pagination={{
            ...{ current: pageIndex, pageSize: signsOfPage, total: totalCount, onChange: setPage },
            ...{ hideOnSinglePage: true, showSizeChanger: false },
          }}
          locale={{ emptyText: '没有可疑的会话' }}
          columns={[
            {
              title: '提示',
              dataIndex: 'kind',
              width: 230,
              render: (kind: keyof typeof signLabels, { level }) => (
                <ToneTag tone={level === 'warning' ? 'warning' : 'info'}>{signLabels[kind]}</ToneTag>
              ),
            },
            { title: '内容', dataIndex: 'about', width: 220, ellipsis: true },
            { title: '本场有多常见', dataIndex: 'baseRate', width: 260 },
            { title: '考生', dataIndex: 'people', render: (people: readonly Person[]) => <People people={people} /> },
          ]}
        />
      )}
    </Loaded>
  )
}

function People({ people }: { readonly people: readonly Person[] }): ReactNode {
  return people.map(({ examinationResultId, staffName, seat }, index) => (
    <span key={examinationResultId}>
      {index > 0 && '、'}
      <Link to={casePath(examinationResultId)} title={seat ?? undefined}>
        {staffName}
      </Link>
    </span>
  ))
}

/** Two digits that say something; what is rarer than a millionth is said to be. */
function figureOf(value: number): string {
  if (value >= 0.001) return value.toFixed(3)
  return value < 0.000001 ? '< 0.000001' : value.toFixed(6).replace(/0+$/, '')
}

const places = [
  { value: 'seat', label: '座位' },
  { value: 'address', label: '网络地址' },
  { value: 'time', label: '开始时间' },
] as const

interface Span {
  readonly min: number
  readonly max: number
}
/** Around those who began first and last, in milliseconds. */
const margin = 300_000

/** In their own order, so that neighbours on the axis are neighbours in the network. */
function addressesOf(pairs: readonly Pair[]): string[] {
  const known = new Set(
    pairs.flatMap(({ one, other }) => [one, other]).map(({ address, staffName }) => address ?? `地址未知 ${staffName}`),
  )
  return [...known].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
}

/** Pairs as points: where the one sits, from which address or when they began, against the other; the redder, the less chance explains it. */
function PairMap({ pairs }: { readonly pairs: readonly Pair[] }): ReactNode {
  const isSeated = pairs.some(({ one, other }) => one.seat !== null && other.seat !== null)
  const [by, setBy] = useState<(typeof places)[number]['value']>(isSeated ? 'seat' : 'time')
  const of = ({ seat, startTime, staffName, address }: Person) => {
    if (by === 'seat') return seat ?? `未排座 ${staffName}`
    if (by === 'address') return address ?? `地址未知 ${staffName}`
    return startTime === null ? null : Date.parse(startTime)
  }
  const series = (['red', 'yellow'] as const).map((level) => ({
    type: 'scatter' as const,
    name: level === 'red' ? '红色（≤ 0.01 对）' : '黄色（≤ 0.1 对）',
    symbol: level === 'red' ? 'diamond' : 'circle',
    symbolSize: 12,
    itemStyle: { color: level === 'red' ? toneColours.danger.solid : toneColours.warning.solid },
    data: pairs
      .filter((pair) => pair.level === level)
      .map(({ one, other }) => ({ value: [of(one), of(other)], name: `${one.staffName} 与 ${other.staffName}` })),
  }))
  const axis =
    by === 'time'
      ? { type: 'time' as const, min: (span: Span) => span.min - margin, max: (span: Span) => span.max + margin }
      : { type: 'category' as const, data: by === 'address' ? addressesOf(pairs) : undefined }
  return (
    <Chart
      title="相似答卷分布"
      height={280}
      extra={<Segmented size="small" value={by} onChange={setBy} options={[...places]} aria-label="分布方式" />}
      option={{
        tooltip: { trigger: 'item', formatter: (part: { name: string }) => part.name },
        legend: { top: 0 },
        grid: { left: 90, right: 24, top: 36, bottom: 36 },
        xAxis: axis,
        yAxis: axis,
        series,
      }}
      table={{
        columns: [
          { key: 'people', title: '考生' },
          { key: 'seats', title: '座位' },
          { key: 'addresses', title: '网络地址' },
          { key: 'expected', title: '偶然出现的期望对数' },
        ],
        rows: pairs.map(({ one, other, expectedPairs }) => ({
          people: `${one.staffName}、${other.staffName}`,
          addresses: `${one.address ?? '-'}、${other.address ?? '-'}`,
          seats: `${one.seat ?? '-'}、${other.seat ?? '-'}`,
          expected: figureOf(expectedPairs),
        })),
      }}
    />
  )
}

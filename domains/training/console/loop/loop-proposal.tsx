import { cut } from '@kaopei/contract'
import { BankMultiSelect } from '@kaopei/question/parts'
import { type CallState, EmptyState, InstantRangeInput, Loaded } from '@kaopei/web'
import { Alert, Button, Checkbox, Input, Table, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Order, Proposal } from './wish.ts'

interface Props {
  readonly of: CallState<Proposal>
  readonly isWholePaper: boolean
  readonly onWholePaper: (isWhole: boolean) => void
  /** What practice and exam take their questions from; none: all banks. */
  readonly bankIds: readonly string[]
  readonly onBanks: (bankIds: readonly string[]) => void
  readonly isCreating: boolean
  readonly onCreate: (order: Order, proposal: Proposal) => void
}

/** Step 3: what was found, what is missing and why; from what is ticked a draft is made. */
export function LoopProposal({ of, ...props }: Props): ReactNode {
  return <Loaded of={of}>{(proposal) => <Form key={proposal.examName} proposal={proposal} {...props} />}</Loaded>
}

interface FormProps extends Omit<Props, 'of'> {
  readonly proposal: Proposal
}

function Form({ proposal, isWholePaper, onWholePaper, isCreating, onCreate, bankIds, onBanks }: FormProps): ReactNode {
  const { courses, practice, paper, examName } = proposal
  const [name, setName] = useState(`${cut(examName, 80)}-补强培训`)
  const [courseIds, setCourses] = useState(() => courses.flatMap(({ id, refusal }) => (refusal === null ? [id] : [])))
  const [hasPractice, setPractice] = useState(mayPractise(practice))
  const [wantsExam, setWantsExam] = useState(true)
  const [times, setTimes] = useState<Times>()
  const isTested = wantsExam && mayTest(paper)
  const exam = isTested && times ? { name: `${cut(name, 90)}-检验考试`, beginTime: times[0], endTime: times[1] } : null
  const isEmpty = courseIds.length === 0 && !hasPractice && !isTested
  const isReady = name.trim() !== '' && !isEmpty && (!isTested || exam !== null)
  return (
    <>
      <Overview {...{ proposal, name, bankIds, onBanks }} onName={setName} />
      <section className="kp-card" aria-labelledby="kp-loop-learn">
        <h2 id="kp-loop-learn" className="kp-training-section">
          阶段一 学习
        </h2>
        <Courses courses={courses} chosen={courseIds} onChange={(ids) => setCourses([...ids])} />
      </section>
      <PracticeStage practice={practice} isChosen={hasPractice} onChange={setPractice} />
      <TestStage paper={paper} {...{ isWholePaper, onWholePaper, wantsExam, setWantsExam, times, setTimes }} />
      <footer className="kp-card kp-training-chosen">
        <Button
          type="primary"
          disabled={!isReady}
          loading={isCreating}
          onClick={() => onCreate({ name, courseIds, hasPractice, exam }, proposal)}
        >
          生成培训项目
        </Button>
        {!isReady && <span className="kp-hint">{whyNot({ name, isEmpty })}</span>}
      </footer>
    </>
  )
}

type Times = readonly [string, string] | undefined

function mayPractise({ refusal, wrongCount, otherCount }: Proposal['practice']): boolean {
  return refusal === null && wrongCount + otherCount > 0
}

function mayTest({ refusal, isFeasible }: Proposal['paper']): boolean {
  return refusal === null && isFeasible
}

interface OverviewProps extends Pick<Props, 'bankIds' | 'onBanks'> {
  readonly proposal: Proposal
  readonly name: string
  readonly onName: (name: string) => void
}

function Overview({ proposal: { peopleCount, points, missing }, name, onName, bankIds, onBanks }: OverviewProps): ReactNode {
  return (
    <div className="kp-card">
      <div className="kp-training-stacked">
        <span aria-hidden="true">项目名称</span>
        <Input aria-label="项目名称" maxLength={100} showCount value={name} onChange={({ target }) => onName(target.value)} />
      </div>
      <div className="kp-training-stacked kp-training-about">
        <span aria-hidden="true">题库范围</span>
        <BankMultiSelect label="题库范围" placeholder="全部题库" value={bankIds} onChange={onBanks} />
      </div>
      <p className="kp-hint">为 {peopleCount} 人生成；项目、练习和考试都是草稿，上架前可以修改。</p>
      <Table<Proposal['points'][number]>
        rowKey="id"
        size="small"
        pagination={false}
        dataSource={points}
        columns={columns}
        scroll={{ x: 560 }}
      />
      {missing.length > 0 && (
        <Alert type="warning" showIcon className="kp-training-alert" title="请留意" description={<Lines lines={missing} />} />
      )}
    </div>
  )
}

interface PracticeProps {
  readonly practice: Proposal['practice']
  readonly isChosen: boolean
  readonly onChange: (isChosen: boolean) => void
}

function PracticeStage({ practice, isChosen, onChange }: PracticeProps): ReactNode {
  return (
    <section className="kp-card" aria-labelledby="kp-loop-practise">
      <h2 id="kp-loop-practise" className="kp-training-section">
        阶段二 练习
      </h2>
      <Checkbox checked={isChosen} disabled={!mayPractise(practice)} onChange={({ target }) => onChange(target.checked)}>
        生成练习：这些人答错的 {practice.wrongCount} 题，同知识点的其他 {practice.otherCount} 题
      </Checkbox>
      <p className="kp-hint">{practice.refusal ?? '练习不会包含检验考试的试题。'}</p>
    </section>
  )
}

interface TestProps extends Pick<FormProps, 'isWholePaper' | 'onWholePaper'> {
  readonly paper: Proposal['paper']
  readonly wantsExam: boolean
  readonly setWantsExam: (wants: boolean) => void
  readonly times: Times
  readonly setTimes: (times: Times) => void
}

function TestStage({ paper, isWholePaper, onWholePaper, wantsExam, setWantsExam, times, setTimes }: TestProps): ReactNode {
  return (
    <section className="kp-card" aria-labelledby="kp-loop-test">
      <h2 id="kp-loop-test" className="kp-training-section">
        阶段三 检验
      </h2>
      <Checkbox checked={isWholePaper} onChange={({ target }) => onWholePaper(target.checked)}>
        按整份试卷出平行卷（不勾选时只含所选知识点的试题）
      </Checkbox>
      <PaperFacts paper={paper} />
      {mayTest(paper) && (
        <div className="kp-training-stacked">
          <Checkbox checked={wantsExam} onChange={({ target }) => setWantsExam(target.checked)}>
            生成检验考试
          </Checkbox>
          {wantsExam && (
            <fieldset className="kp-training-times">
              <legend>考试时间</legend>
              <InstantRangeInput {...(times && { value: times })} onChange={(next) => setTimes(next ?? undefined)} />
            </fieldset>
          )}
        </div>
      )}
    </section>
  )
}

function whyNot({ name, isEmpty }: { readonly name: string; readonly isEmpty: boolean }): string {
  if (name.trim() === '') return '请填写项目名称'
  return isEmpty ? '请至少选择一门课程、练习或检验考试' : '请选择检验考试的时间'
}

function Lines({ lines }: { readonly lines: readonly string[] }): ReactNode {
  return (
    <ul className="kp-training-lines">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

interface CoursesProps {
  readonly courses: Proposal['courses']
  readonly chosen: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
}

function Courses({ courses, chosen, onChange }: CoursesProps): ReactNode {
  if (courses.length === 0) return <EmptyState text="没有讲到这些知识点的已上架课程，可在生成后自行添加" />
  return (
    <ul className="kp-training-faults">
      {courses.map(({ id, name, pointNames, coursewareNames, refusal }) => (
        <li key={id}>
          <Checkbox
            checked={chosen.includes(id)}
            disabled={refusal !== null}
            onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          >
            {name}
          </Checkbox>
          <span className="kp-hint">{refusal ?? `讲到：${pointNames.join('、')}（${coursewareNames.join('、')}）`}</span>
        </li>
      ))}
    </ul>
  )
}

function PaperFacts({ paper }: { readonly paper: Proposal['paper'] }): ReactNode {
  if (paper.refusal !== null) return <p className="kp-hint">{paper.refusal}</p>
  if (paper.isFeasible)
    return (
      <p className="kp-hint">
        可以组成平行卷：{paper.questionCount} 题，共 {paper.sumScore} 分；题型、难度、知识点和分值与原卷一致，没有一道相同的试题。
      </p>
    )
  return (
    <Alert
      type="warning"
      showIcon
      className="kp-training-alert"
      title="题库中的试题不足以组成平行卷"
      description={<Lines lines={[...paper.shortages, '可以补充试题后再来，或先不安排检验考试，之后在项目的“效果”中指定。']} />}
    />
  )
}

const columns: TableColumnsType<Proposal['points'][number]> = [
  { title: '知识点', dataIndex: 'name', ellipsis: true },
  {
    title: '得分率',
    dataIndex: 'percent',
    width: 100,
    align: 'right',
    className: 'kp-number',
    render: (percent: number | null) => (percent === null ? '-' : `${percent.toFixed(1)}%`),
  },
  { title: '课程', dataIndex: 'courseCount', width: 90, align: 'right', className: 'kp-number' },
  { title: '练习题', dataIndex: 'practiceCount', width: 90, align: 'right', className: 'kp-number' },
  { title: '检验题', dataIndex: 'paperCount', width: 90, align: 'right', className: 'kp-number' },
]

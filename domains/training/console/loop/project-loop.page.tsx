import type { InputOf } from '@kaopei/contract'
import { EmptyState, PageHeader, useAction, useAddress, useCall } from '@kaopei/web'
import { Button, Steps } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { loop } from '../../contract/loop.ts'
import { listPath, stepPath } from '../paths.ts'
import '../training.css'
import { LoopPeople } from './loop-people.tsx'
import { LoopPoints } from './loop-points.tsx'
import { LoopProposal } from './loop-proposal.tsx'
import type { Chosen, Order, Proposal } from './wish.ts'

const titles = ['选择知识点', '选择人员', '确认方案']

/** /projectLoop: from an exam's weak points to a draft project, in three steps. */
export default function ProjectLoop(): ReactNode {
  const navigate = useNavigate()
  const [params, setParams] = useAddress()
  const examId = params.get('exam') ?? undefined
  const [step, setStep] = useState(0)
  const brought = params.getAll('point')
  const [wished, setPoints] = useState<readonly string[]>(brought)
  const exam = useCall(loop.weakPoints, { examId: examId ?? '' }, { enabled: examId !== undefined })
  // Of what was brought along, that which this exam has.
  const knowledgeIds = wished.filter((id) => exam.data?.points.some((point) => point.id === id))
  const [people, setPeople] = useState<Chosen>({ belowPercent: 60 })
  const chooseExam = (id: string) => {
    setPoints(brought)
    setParams({ exam: id, point: brought }, { replace: true })
  }
  const hasPeople = !('staffIds' in people) || people.staffIds.length > 0
  const mayGoOn = examId !== undefined && knowledgeIds.length > 0 && (step === 0 || hasPeople)
  return (
    <>
      <PageHeader title="从考试生成补强培训" back={() => void navigate(listPath)} />
      <nav className="kp-card" aria-label="生成补强培训的步骤">
        <Steps className="kp-wizard-steps" current={step} size="small" items={titles.map((title) => ({ title }))} />
      </nav>
      <div className="kp-wizard-body">
        {step === 0 && (
          <LoopPoints
            examId={examId}
            broughtCount={brought.length}
            chosen={knowledgeIds}
            onExam={chooseExam}
            onChange={(next) => setPoints(next)}
          />
        )}
        {step === 1 && examId !== undefined && (
          <LoopPeople examId={examId} knowledgeIds={knowledgeIds} people={people} onChange={setPeople} />
        )}
        {step === 2 && examId !== undefined && <Confirm wish={{ examId, knowledgeIds: [...knowledgeIds], people }} />}
        {step > 0 && examId === undefined && <EmptyState text="请先选择考试" />}
      </div>
      <footer className="kp-page-foot kp-wizard-footer">
        {step > 0 && <Button onClick={() => setStep(step - 1)}>上一步</Button>}
        {step < 2 && (
          <Button type="primary" disabled={!mayGoOn} onClick={() => setStep(step + 1)}>
            下一步
          </Button>
        )}
      </footer>
    </>
  )
}

function Confirm({
  wish,
}: {
  readonly wish: Pick<InputOf<typeof loop.propose>, 'examId' | 'knowledgeIds' | 'people'>
}): ReactNode {
  const navigate = useNavigate()
  const [isWholePaper, setWhole] = useState(false)
  const [bankIds, setBanks] = useState<readonly string[]>([])
  const asked = useCall(loop.propose, { ...wish, isWholePaper, bankIds: [...bankIds] }, { keepPrevious: true, staleMs: 600_000 })
  const creating = useAction(loop.create, {
    successText: '已生成培训项目草稿，上架前可继续修改',
    onDone: ({ projectId }) => void navigate(stepPath(1, projectId)),
  })
  const create = (order: Order, { seed }: Proposal) =>
    void creating.run({ ...wish, ...order, isWholePaper, bankIds: [...bankIds], seed }).catch(() => undefined)
  return (
    <LoopProposal
      of={asked}
      isWholePaper={isWholePaper}
      onWholePaper={setWhole}
      bankIds={bankIds}
      onBanks={setBanks}
      isCreating={creating.isRunning}
      onCreate={create}
    />
  )
}

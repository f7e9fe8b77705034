import type { OutputOf } from '@kaopei/contract'
import { JobProgress } from '@kaopei/jobs/parts'
import { EmptyState, formatInstant, Loaded, RightButton, useAction, useCall } from '@kaopei/web'
import { Alert, Modal, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { suspicion } from '../../contract/suspicion/suspicion.ts'
import { casesPath } from '../verdicts/paths.ts'
import { PairMap } from './pair-map.tsx'
import { Pairs } from './pairs.tsx'
import { SharedDrawer } from './shared.drawer.tsx'
import { Signs } from './signs.tsx'

type Comparison = OutputOf<typeof suspicion.get>

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
        {`比对于 ${formatInstant(found.time)}：`}
        <Link to={casesPath(examId)}>{`${attemptCount} 份答卷`}</Link>
        {`，${pairCount} 对可比（其中邻近 ${nearCount} 对）`}
        {tooSmallCount > 0 && `，${tooSmallCount} 对样本不足（共同题目少于 20 道或错题少于 5 道）`}
        {likeCount > keptCount && `；超出偶然的共 ${likeCount} 对，只保留最难偶然出现的 ${keptCount} 对`}
        {attemptCount < 30 ? '；不足 30 份答卷，未比对答案' : '；下面只列超出偶然的'}
      </p>
      <PairMap pairs={pairs} />
      <h3 className="kp-verdict-title">相似答卷</h3>
      <Pairs pairs={pairs} />
      <h3 className="kp-verdict-title">会话</h3>
      <Signs key={found.time} examId={examId} />
    </>
  )
}

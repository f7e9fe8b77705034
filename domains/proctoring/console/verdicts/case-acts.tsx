import { ActionButton, RightButton } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { verdicts } from '../../contract/verdicts/verdicts.ts'
import { AnswerDialog } from './answer.dialog.tsx'
import { AppealDialog } from './appeal.dialog.tsx'
import { JudgeDrawer } from './judge.drawer.tsx'
import type { Case } from './verdict.page.tsx'

interface Props {
  readonly found: Case
  readonly onDone: () => void
}

/** What this person may do with the case as it stands. */
export function CaseActs({ found, onDone }: Props): ReactNode {
  const [opened, setOpened] = useState<'judge' | 'confirm' | 'decline' | 'appeal'>()
  const { may, examinationResultId } = found
  const close = () => setOpened(undefined)
  return (
    <>
      {may.judge && (
        <RightButton right={verdicts.judge} type="primary" onClick={() => setOpened('judge')}>
          作出裁定
        </RightButton>
      )}
      {may.withdraw && (
        <ActionButton
          endpoint={verdicts.answerProposal}
          input={{ examinationResultId, answer: 'withdraw' }}
          confirm="确定撤回您提出的裁定吗？"
          successText="裁定已撤回"
          onDone={onDone}
        >
          撤回提议
        </ActionButton>
      )}
      {may.confirm && (
        <>
          <RightButton right={verdicts.answerProposal} onClick={() => setOpened('decline')}>
            不同意
          </RightButton>
          <RightButton right={verdicts.answerProposal} type="primary" danger onClick={() => setOpened('confirm')}>
            确认裁定
          </RightButton>
        </>
      )}
      {may.decide && (
        <RightButton right={verdicts.decideAppeal} type="primary" onClick={() => setOpened('appeal')}>
          裁决申诉
        </RightButton>
      )}
      {opened === 'judge' && <JudgeDrawer found={found} onDone={onDone} onClose={close} />}
      {(opened === 'confirm' || opened === 'decline') && (
        <AnswerDialog found={found} answer={opened} onDone={onDone} onClose={close} />
      )}
      {opened === 'appeal' && <AppealDialog found={found} onDone={onDone} onClose={close} />}
    </>
  )
}

import { EmptyState, formatBytes, formatInstant } from '@kaopei/web'
import { Timeline } from 'antd'
import type { ReactNode } from 'react'
import { evidenceLabels, isHarmful, verdictLabels } from '../../contract/verdicts/verdict-codes.ts'
import type { Case } from './verdict.page.tsx'

/** Every step of the case, the newest first: nothing of it is ever changed. */
export function CaseSteps({ found }: { readonly found: Case }): ReactNode {
  const { steps, state, appealUntil } = found
  return (
    <section className="kp-card" aria-label="裁定过程">
      <h2 className="kp-verdict-title">裁定过程</h2>
      {state === 'confirmed' && appealUntil && <p className="kp-hint">{`已告知考生，可申诉至 ${formatInstant(appealUntil)}`}</p>}
      {steps.length === 0 && <EmptyState text="还没有人审核这份答卷" />}
      <Timeline
        items={steps.toReversed().map((step) => ({ key: step.number, color: colourOf(step), content: <Step step={step} /> }))}
      />
    </section>
  )
}

type StepOf = Case['steps'][number]

interface FilesProps {
  readonly files: StepOf['files']
}

/** What the candidate has laid before whoever decides. */
export function AppealFiles({ files }: FilesProps): ReactNode {
  if (files.length === 0) return null
  return (
    <div className="kp-verdict-files">
      <span>申诉材料：</span>
      {files.map(({ name, sizeBytes, url }) =>
        url === null ? (
          <span key={name} className="kp-hint">{`${name}（保存期满，已删除）`}</span>
        ) : (
          <a key={url} href={url} target="_blank" rel="noreferrer">
            {`${name}（${formatBytes(sizeBytes)}）`}
          </a>
        ),
      )}
    </div>
  )
}

function colourOf({ state, verdict }: StepOf): string {
  if (state === 'clean' || state === 'overturned') return 'green'
  return verdict !== null && isHarmful(verdict) ? 'red' : 'blue'
}

function Step({ step }: { readonly step: StepOf }): ReactNode {
  const { reasonText, evidence, note, toldText, readTime } = step
  const isAppeal = step.state === 'appealed'
  return (
    <div className="kp-verdict-step">
      <p>
        <strong>{step.step}</strong>
        {step.verdict !== null && !isAppeal && `：${verdictLabels[step.verdict]}`}
        {reasonText !== '' && !isAppeal && `（${reasonText}）`}
      </p>
      <p className="kp-hint">{`${step.byName ?? '-'}　${formatInstant(step.time)}${readTime ? `　考生已于 ${formatInstant(readTime)} 阅读` : ''}`}</p>
      {evidence.length > 0 && <p>{`依据：${evidence.map((kind) => evidenceLabels[kind]).join('、')}`}</p>}
      {note !== '' && <p>{`内部说明：${note}`}</p>}
      {toldText !== '' && <p>{`${isAppeal ? '申诉理由' : '告知考生'}：${toldText}`}</p>}
      <AppealFiles files={step.files} />
    </div>
  )
}

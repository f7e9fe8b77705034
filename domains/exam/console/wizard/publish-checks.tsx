import { Loaded, ToneTag, useCall } from '@kaopei/web'
import { Alert, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { exam } from '../../contract/exam.ts'
import { stepPath, type WizardStep } from '../paths.ts'

const stepOf: Readonly<Record<'base' | 'questions' | 'rules' | 'people', WizardStep>> = {
  base: 0,
  questions: 1,
  rules: 2,
  people: 3,
}

/** What stands against publishing, each with the way to put it right. */
export function PublishChecks({ examId }: { readonly examId: string }): ReactNode {
  const asked = useCall(exam.checkPublish, { id: examId })
  return (
    <Loaded of={asked} skeleton={<Skeleton active paragraph={{ rows: 2 }} />}>
      {({ findings, mayPublish }) => {
        if (findings.length === 0) return <Alert type="success" showIcon title="全部检查通过，可以发布" />
        return (
          <>
            <p className="kp-hint">
              {mayPublish ? '没有必须修改的内容；发布前请确认以下提示。' : '请先修改标为“必须修改”的内容。'}
            </p>
            <ul className="kp-findings">
              {findings.map(({ code, level, step, message }) => (
                <li key={code + message}>
                  <ToneTag tone={level === 'blocking' ? 'danger' : 'warning'}>
                    {level === 'blocking' ? '必须修改' : '提示'}
                  </ToneTag>
                  <span>{message}</span>
                  {step !== 'people' && code !== 'reviewerMissing' && code !== 'reviewerWithoutEmail' && (
                    <Link to={stepPath(stepOf[step], examId)}>去修改</Link>
                  )}
                </li>
              ))}
            </ul>
          </>
        )
      }}
    </Loaded>
  )
}

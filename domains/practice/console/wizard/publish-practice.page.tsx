import { ActionButton, confirmAction, formatInstant, Loaded, ToneTag, useAction, useCall, useMay } from '@kaopei/web'
import { apiCodes, isApiError } from '@kaopei/web/client'
import { Alert, Button, Descriptions, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { participationMode, practiceStatus } from '../../contract/codes.ts'
import { practice } from '../../contract/practice.ts'
import { previewPath, stepPath, type WizardStep } from '../paths.ts'
import { type PracticeDetail, PracticeWizard, WithSavedPractice } from './frame.tsx'

/** 发布: what it has become, what stands against it, and the button. */
export default function PublishPractice(): ReactNode {
  return <WithSavedPractice>{(detail) => <PublishStep key={detail.id} detail={detail} />}</WithSavedPractice>
}

function PublishStep({ detail }: { readonly detail: PracticeDetail }): ReactNode {
  const isDraft = detail.status === practiceStatus.draft
  return (
    <PracticeWizard step={2} detail={detail} extra={isDraft ? <PublishButton detail={detail} /> : <NextButton id={detail.id} />}>
      <div className="kp-card">
        <Facts detail={detail} />
      </div>
      {isDraft ? (
        <div className="kp-card">
          <h2 className="kp-practice-section">发布前检查</h2>
          <Checks practiceId={detail.id} />
        </div>
      ) : (
        <Alert type="success" showIcon title={`练习已于 ${formatInstant(detail.publishTime)} 发布，可继续添加人员。`} />
      )}
    </PracticeWizard>
  )
}

function Facts({ detail }: { readonly detail: PracticeDetail }): ReactNode {
  const shown = [
    detail.permitViewResult && '对错',
    detail.permitViewAnswer && '正确答案',
    detail.permitViewAnalysis && '解析',
  ].filter((word) => word !== false)
  const facts = [
    { label: '练习名称', value: detail.name },
    {
      label: '练习时间',
      value: `${detail.startTime === null ? '发布后' : formatInstant(detail.startTime)} 起，${detail.endTime === null ? '长期有效' : `${formatInstant(detail.endTime)} 止`}`,
    },
    { label: '题数', value: `${detail.questionCount} 题` },
    { label: '来源考试', value: detail.examinationList.map(({ name }) => name).join('、') || '无' },
    { label: '作答后显示', value: shown.join('、') || '不显示' },
    { label: '重复练习', value: detail.permitRepeatPractice ? '允许' : '不允许' },
    { label: '参与方式', value: participationMode.label(detail.participationMode) },
  ]
  return (
    <>
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 1, lg: 2 }}
        items={facts.map(({ label, value }) => ({ key: label, label, children: value }))}
      />
      <Button type="link" size="small" onClick={() => window.open(previewPath(detail.id), '_blank', 'noopener')}>
        预览练习
      </Button>
    </>
  )
}

const stepOf: Readonly<Record<'base' | 'rules' | 'people', WizardStep>> = { base: 0, rules: 1, people: 3 }

/** What stands against publishing, each with the way to put it right. */
function Checks({ practiceId }: { readonly practiceId: string }): ReactNode {
  const asked = useCall(practice.checks, { id: practiceId })
  return (
    <Loaded of={asked} skeleton={<Skeleton active paragraph={{ rows: 2 }} />}>
      {({ findings, mayPublish }) => {
        if (findings.length === 0) return <Alert type="success" showIcon title="全部检查通过，可以发布" />
        return (
          <>
            <p className="kp-hint">
              {mayPublish ? '没有必须修改的内容；发布前请确认以下提示。' : '请先修改标为“必须修改”的内容。'}
            </p>
            <ul className="kp-practice-findings">
              {findings.map(({ code, level, step, message }) => (
                <li key={code + message}>
                  <ToneTag tone={level === 'blocking' ? 'danger' : 'warning'}>
                    {level === 'blocking' ? '必须修改' : '提示'}
                  </ToneTag>
                  <span>{message}</span>
                  <Link to={stepPath(stepOf[step], practiceId)}>{step === 'people' ? '去设置' : '去修改'}</Link>
                </li>
              ))}
            </ul>
          </>
        )
      }}
    </Loaded>
  )
}

function NextButton({ id }: { readonly id: string }): ReactNode {
  const navigate = useNavigate()
  return (
    <Button type="primary" onClick={() => void navigate(stepPath(3, id))}>
      添加人员
    </Button>
  )
}

/** Publishes what is seen here: when the practice changed meanwhile, the checks are shown anew and nothing is published. */
function PublishButton({ detail }: { readonly detail: PracticeDetail }): ReactNode {
  const navigate = useNavigate()
  const checks = useCall(practice.checks, { id: detail.id })
  const isAllowed = useMay(practice.publish)
  const publish = useAction(practice.publish, {
    successText: '发布成功',
    onDone: ({ id }) => void navigate(stepPath(3, id)),
  })
  const faultCount = checks.data?.findings.filter(({ level }) => level === 'blocking').length ?? 0
  const warnings = checks.data?.findings.filter(({ level }) => level === 'warning') ?? []
  const click = async () => {
    const isSure = await confirmAction({
      title: '发布练习',
      okText: '发布',
      content: (
        <>
          <p>发布后试题和抽题规则不能再修改；名称、时间、作答反馈和人员仍可调整。</p>
          {warnings.map(({ code, message }) => (
            <Alert key={code} type="warning" showIcon title={message} style={{ marginBottom: 8 }} />
          ))}
        </>
      ),
    })
    if (!isSure) return
    const version = checks.data?.version ?? detail.version
    const outcome = await publish.run({ id: detail.id, version, ignoreWarnings: warnings.length > 0 })
    if (!outcome.ok && isApiError(outcome.error, apiCodes.changed)) checks.refetch()
  }
  return (
    <>
      <ActionButton endpoint={practice.checks} input={{ id: detail.id }} successText="已重新检查">
        重新检查
      </ActionButton>
      <Button onClick={() => void navigate(stepPath(3, detail.id))}>下一步</Button>
      <Button
        type="primary"
        loading={publish.isRunning}
        disabled={!isAllowed || checks.data?.mayPublish !== true}
        onClick={() => void click()}
      >
        发 布
      </Button>
      {faultCount > 0 && <span className="kp-practice-waiting">还有 {faultCount} 项必须修改</span>}
    </>
  )
}

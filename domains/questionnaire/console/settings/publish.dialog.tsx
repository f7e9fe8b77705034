import { formatInstant, Loaded, PageSkeleton, useAction, useCall } from '@kaopei/web'
import { useSession } from '@kaopei/web/client'
import { Alert, Checkbox, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { audienceMode } from '../../contract/codes.ts'
import type { Definition } from '../../contract/definition.ts'
import { questionnairePeople } from '../../contract/people.ts'
import { type QuestionnaireDetail, questionnaire } from '../../contract/questionnaire.ts'
import { numbered } from '../conditions/asked.ts'
import { nameOf } from '../conditions/condition-words.ts'
import '../editor/editor.css'
import { keptDraft, markOf } from '../editor/kept-draft.ts'

interface PublishProps {
  readonly open: boolean
  readonly detail: QuestionnaireDetail
  readonly onClose: () => void
}

/** What stands in the way; or what will be fixed from now on. */
export default function PublishDialog({ open, detail, onClose }: PublishProps): ReactNode {
  const { id, version } = detail
  const checks = useCall(questionnaire.checks, { id }, { enabled: open })
  const [isForTasks, setForTasks] = useState(false)
  const people = useCall(questionnairePeople.staffList, { id, pageSize: 1 }, { enabled: open && isByChoice(detail) })
  const isCounted = !isByChoice(detail) || people.data !== undefined
  const isNobody = people.data !== undefined && people.data.totalCount + people.data.audience.length === 0
  const publish = useAction(questionnaire.publish, { successText: '发布成功', onDone: onClose })
  const staffId = useSession()?.staffId ?? ''
  const isUnsaved = keptDraft(staffId, id, markOf(detail.definition)) !== undefined
  const isReady =
    !isUnsaved &&
    isCounted &&
    checks.data !== undefined &&
    !checks.isFetching &&
    checks.data.faults.length === 0 &&
    (!isNobody || isForTasks)
  return (
    <Modal
      open={open}
      title={`发布问卷：${detail.name}`}
      okText="发 布"
      cancelText="取 消"
      okButtonProps={{ disabled: !isReady, loading: publish.isRunning }}
      onOk={() => void publish.run({ id, version, isForTasks: isNobody && isForTasks })}
      onCancel={onClose}
    >
      {isUnsaved && (
        <Alert type="warning" showIcon className="kp-qn-notice" title="题目还有未保存的修改，请先保存或放弃，再发布。" />
      )}
      <Loaded of={checks} skeleton={<PageSkeleton />}>
        {({ faults }) =>
          faults.length > 0 ? (
            <Alert
              type="error"
              showIcon
              title={`还有 ${faults.length} 处需要修正，改好并保存后再发布`}
              description={
                <ul className="kp-qn-faults">
                  {faults.map(({ message, elementId, pageId, quotaId }) => (
                    <li key={`${elementId ?? quotaId ?? pageId ?? ''}${message}`}>
                      {placeOf(detail.definition, { elementId, pageId, quotaId })}
                      {message}
                    </li>
                  ))}
                </ul>
              }
            />
          ) : (
            <>
              <Ready detail={detail} />
              {isNobody && <Nobody isForTasks={isForTasks} onChange={setForTasks} />}
            </>
          )
        }
      </Loaded>
    </Modal>
  )
}

const isByChoice = ({ audienceMode: mode }: QuestionnaireDetail) => mode === audienceMode.chosen || mode === audienceMode.groups

interface NobodyProps {
  readonly isForTasks: boolean
  readonly onChange: (isForTasks: boolean) => void
}

/** Nobody is chosen: by mistake, or since a course or project leads people here. */
function Nobody({ isForTasks, onChange }: NobodyProps): ReactNode {
  return (
    <Alert
      type="warning"
      showIcon
      className="kp-qn-notice"
      title="还没有选择答卷人员，请先到“答卷人员”页添加"
      description={
        <Checkbox checked={isForTasks} onChange={({ target }) => onChange(target.checked)}>
          只由课程或培训项目的任务发放，不另外选择人员
        </Checkbox>
      }
    />
  )
}

type Place = Partial<Record<'elementId' | 'pageId' | 'quotaId', string | undefined>>

/** 第 4 题： */
function placeOf(definition: Definition, { elementId, pageId, quotaId }: Place): string {
  const asked = elementId === undefined ? undefined : numbered(definition).get(elementId)
  if (asked) return `${nameOf(asked)}：`
  const quota = definition.quotas.find(({ id }) => id === quotaId)
  if (quota) return `配额“${quota.name}”：`
  const page = definition.pages.findIndex(({ id }) => id === pageId)
  return page < 0 ? '' : `第 ${page + 1} 页：`
}

function Ready({ detail }: { readonly detail: QuestionnaireDetail }): ReactNode {
  const { isAnonymous, audienceMode: mode, isChangeable, admissionStartTime, admissionEndTime, definition } = detail
  const count = definition.pages.flatMap(({ elements }) => elements).filter(({ kind }) => kind !== 'note').length
  return (
    <>
      <Alert type="success" showIcon title="检查通过" />
      <dl className="kp-qn-facts">
        <dt>题目</dt>
        <dd>
          {definition.pages.length} 页 {count} 题
        </dd>
        <dt>答卷方式</dt>
        <dd>{audienceMode.label(mode)}</dd>
        <dt>答题时间</dt>
        <dd>
          {admissionStartTime ? formatInstant(admissionStartTime) : '发布后立即开始'} 至{' '}
          {admissionEndTime ? formatInstant(admissionEndTime) : '手动结束'}
        </dd>
        <dt>记名</dt>
        <dd>{isAnonymous ? '匿名：只记录谁已答，不记录谁答了什么' : '记名'}</dd>
        <dt>提交后</dt>
        <dd>{isChangeable && !isAnonymous ? '结束前可修改' : '不可修改'}</dd>
      </dl>
      <p className="kp-hint">发布后，题目、条件、记名方式、答卷方式和可否修改都不能再改，只能修改文字和时间。</p>
    </>
  )
}

import { type AskedField, type OwnInfo, ownInfo } from '@kaopei/collect/contract/own-info'
import { customType, longestAnswer } from '@kaopei/org/contract/own-fields'
import { type Loaded, type PageProps, Show, useLoad } from '@kaopei/web/candidate'
import { apiCodes, call, type FieldMessage, isApiError, report } from '@kaopei/web/client'
import { type FormEvent, type ReactNode, useCallback, useId, useState } from 'react'

/** What the company asks of everybody here; the exam asks for its own before it begins. */
export default function OwnInfoPage({ go }: PageProps): ReactNode {
  const [isSaved, setSaved] = useState(false)
  const loaded = useOwnInfo(undefined)
  return (
    <main className="page narrow">
      <div className="page-title">
        <h1>个人信息</h1>
      </div>
      <Show loaded={loaded}>
        {({ dataList }) =>
          dataList.length === 0 ? (
            <div className="empty">
              <p>没有需要填写的信息</p>
              <button type="button" onClick={() => go('/')}>
                返回我的考试
              </button>
            </div>
          ) : (
            <section className="panel" aria-label="个人信息">
              <InfoForm
                fields={dataList}
                submitText="保存"
                onSaved={() => setSaved(true)}
                onEdited={() => setSaved(false)}
                onOutdated={loaded.reload}
                onBack={() => go('/')}
              />
              <p className="note" role="status">
                {isSaved && '已保存'}
              </p>
            </section>
          )
        }
      </Show>
    </main>
  )
}

/** Before an exam: what it wants to know, until all that it requires is there. */
export function ExamInfo(props: { examId: string; onComplete: () => void; onBack: () => void }): ReactNode {
  const { examId, onComplete, onBack } = props
  const loaded = useOwnInfo(examId)
  return (
    <section className="panel" aria-labelledby="info-title">
      <h2 id="info-title">填写信息</h2>
      <p className="note">本场考试要求填写以下信息，带 * 的为必填项。</p>
      <Show loaded={loaded}>
        {({ dataList }) => (
          <InfoForm
            fields={dataList}
            examId={examId}
            submitText="保存并继续"
            onSaved={({ isComplete }) => (isComplete ? onComplete() : loaded.reload())}
            onOutdated={loaded.reload}
            onBack={onBack}
          />
        )}
      </Show>
    </section>
  )
}

function useOwnInfo(examId: string | undefined): Loaded<OwnInfo> {
  return useLoad(useCallback(() => call(ownInfo.getOwn, examId === undefined ? {} : { examId }), [examId]))
}

interface InfoFormProps {
  fields: readonly AskedField[]
  examId?: string
  submitText: string
  onSaved: (info: OwnInfo) => void
  onEdited?: () => void
  /** Somebody else has written one of the fields. */
  onOutdated: () => void
  onBack: () => void
}

function InfoForm({ fields, examId, submitText, onSaved, onEdited, onOutdated, onBack }: InfoFormProps): ReactNode {
  const [isRunning, setRunning] = useState(false)
  const [problems, setProblems] = useState<readonly FieldMessage[]>([])
  const open = fields.filter(({ isFixed }) => !isFixed)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isRunning) return
    const form = new FormData(event.currentTarget)
    const values = Object.fromEntries(open.map((field) => [field.value, answerIn(form, field)]))
    const before = Object.fromEntries(open.map(({ value, content }) => [value, content]))
    setRunning(true)
    try {
      onSaved(await call(ownInfo.saveOwn, { ...(examId !== undefined && { examId }), values, before }, { silent: true }))
      setProblems([])
    } catch (error) {
      setProblems(isApiError(error) ? error.fields : [])
      if (!isApiError(error) || error.fields.length === 0) report(error)
      if (isApiError(error, apiCodes.changed)) onOutdated()
    } finally {
      setRunning(false)
    }
  }
  return (
    <form noValidate className="info-form" onSubmit={(event) => void save(event)} onChange={onEdited}>
      {fields.map((field) => (
        // What somebody else wrote meanwhile is a new field to fill in.
        <InfoField
          key={`${field.value} ${JSON.stringify(field.content)}`}
          field={field}
          problem={problems.find(({ path }) => path === `values.${field.value}`)?.message}
        />
      ))}
      <div className="actions">
        <button type="button" onClick={onBack}>
          返回
        </button>
        {open.length > 0 && (
          <button type="submit" className="primary" disabled={isRunning}>
            {isRunning ? '提交中…' : submitText}
          </button>
        )}
      </div>
    </form>
  )
}

/** What the form holds of a field. */
export function answerIn(
  form: FormData,
  { value, customType: type }: Pick<AskedField, 'value' | 'customType'>,
): string | string[] | null {
  if (type === customType.multiple) return form.getAll(value).map(String)
  return String(form.get(value) ?? '').trim() || null
}

export function InfoField({ field, problem }: { field: AskedField; problem: string | undefined }): ReactNode {
  const id = useId()
  const { label, isRequired, isFixed, content, customType: type } = field
  const name = (
    <>
      {isRequired && !isFixed && <span aria-hidden="true">* </span>}
      {label}
    </>
  )
  const message = problem && (
    <p className="problem" id={`${id}-problem`} role="alert">
      {problem}
    </p>
  )
  if (isFixed)
    return (
      <div className="field">
        <span>{name}</span>
        <p>{content}</p>
      </div>
    )
  if (type === customType.multiple)
    return (
      <fieldset className="field" aria-describedby={problem && `${id}-problem`}>
        <legend>{name}</legend>
        <Choices field={field} />
        {message}
      </fieldset>
    )
  return (
    <div className="field">
      <label htmlFor={id}>{name}</label>
      <OneInput field={field} id={id} problem={problem} />
      {message}
    </div>
  )
}

function Choices({ field: { value, content, optionContent } }: { field: AskedField }): ReactNode {
  return optionContent.map((option) => (
    <label key={option} className="tick">
      <input type="checkbox" name={value} value={option} defaultChecked={content?.includes(option) ?? false} />
      <span>{option}</span>
    </label>
  ))
}

function OneInput({ field, id, problem }: { field: AskedField; id: string; problem: string | undefined }): ReactNode {
  const { value, label, isRequired, optionContent, customType: type } = field
  const content = typeof field.content === 'string' ? field.content : ''
  const input = {
    id,
    name: value,
    defaultValue: content,
    'aria-required': isRequired,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem && `${id}-problem`,
  }
  if (type === customType.text)
    return <input {...input} maxLength={longestAnswer} autoComplete="off" placeholder={`请输入${label}`} />
  return (
    <select {...input}>
      <option value="">{`请选择${label}`}</option>
      {optionContent.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  )
}

import { confirmAction, toast, useIsNarrow, useListRefresh, useMay, useUnsavedGuard } from '@kaopei/web'
import { call, isApiError } from '@kaopei/web/client'
import { Alert, Button, Segmented } from 'antd'
import { type KeyboardEvent, type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { audienceMode, questionnaireStatus } from '../../contract/codes.ts'
import type { ElementKind } from '../../contract/definition.ts'
import { definition as schema } from '../../contract/definition.ts'
import { type QuestionnaireDetail, questionnaire } from '../../contract/questionnaire.ts'
import { numbered } from '../conditions/asked.ts'
import { EndFields } from './end-fields.tsx'
import { Faults } from './faults.tsx'
import { faultsOf } from './faults-of.ts'
import { newElement } from './new-element.ts'
import { Outline } from './outline.tsx'
import { Palette } from './palette.tsx'
import { usePersonNames } from './person-names.ts'
import { PhonePreview } from './phone-preview.tsx'
import { useEdited } from './use-edited.ts'
import './editor.css'

/** The questions of a questionnaire: kinds at the left, pages in the middle, a phone that obeys the same rules at the right. */
export function Editor({ detail }: { readonly detail: QuestionnaireDetail }): ReactNode {
  const { id, status, isAnonymous } = detail
  const { edited, editing, version, isChanged, wasKept, noteSaved, giveUp } = useEdited(id, detail)
  const definition = edited.now
  const isFixed = status !== questionnaireStatus.draft
  const isByLink = detail.audienceMode === audienceMode.link
  const mayEdit = useMay(questionnaire.saveDefinition)
  const [isSaving, setSaving] = useState(false)
  const [side, setSide] = useState<'write' | 'look'>('write')
  const isNarrow = useIsNarrow()
  const refresh = useListRefresh()
  useUnsavedGuard(() => isChanged && !isSaving)

  // What is typed shows at once; what follows from it may come a moment later.
  const settled = useDeferredValue(definition)
  const faults = useMemo(() => faultsOf(settled, { isAnonymous, isByLink }), [settled, isAnonymous, isByLink])
  const names = usePersonNames(settled)
  const elements = useMemo(() => numbered(definition), [definition])
  const named = useMemo(() => ({ elements, names }), [elements, names])
  const openId = edited.openId
  const add = useCallback(
    (kind: ElementKind) => editing.add(newElement(kind), { afterId: openId, pageId: openId }),
    [editing, openId],
  )

  const save = async () => {
    const parsed = schema.safeParse(definition)
    if (!parsed.success) {
      toast.warning(`还不能保存：${parsed.error.issues[0]?.message ?? '请检查标出的题目'}`)
      if (faults.first) editing.open(faults.first.id)
      return
    }
    setSaving(true)
    try {
      const saved = await call(questionnaire.saveDefinition, { id, version, definition }, { silent: true })
      noteSaved({ version: saved.version, definition })
      toast.success('保存成功')
      refresh(questionnaire.get, questionnaire.list, questionnaire.checks)
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '保存失败，内容已保留在本机，请稍后重试')
    }
    setSaving(false)
  }
  const restart = async () => {
    const content = '放弃后恢复为上次保存的内容，未保存的修改不可恢复。'
    if (await confirmAction({ title: '放弃未保存的修改？', content, isDangerous: true })) giveUp()
  }
  const keys = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || isFixed) return
    if (event.key === 's') {
      event.preventDefault()
      void save()
    }
  }
  const count = [...elements.values()].filter(({ number }) => number !== null).length
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears the save shortcut of what stands in it
    <div onKeyDown={keys}>
      {isFixed && (
        <Alert
          type="info"
          showIcon
          className="kp-qn-notice"
          title="问卷已发布：可修改文字，不能增删题目、选项和条件。要改题目，请复制为新问卷。"
        />
      )}
      {wasKept && isChanged && (
        <Alert
          type="info"
          showIcon
          className="kp-qn-notice"
          title="已恢复上次未保存的内容"
          action={
            <Button size="small" onClick={() => void restart()}>
              放弃并恢复为已保存的内容
            </Button>
          }
        />
      )}
      <div className="kp-card kp-qn-toolbar">
        <Button autoInsertSpace={false} disabled={edited.past.length === 0} onClick={editing.undo}>
          撤销
        </Button>
        <Button autoInsertSpace={false} disabled={edited.future.length === 0} onClick={editing.redo}>
          重做
        </Button>
        <span className="kp-number">
          {definition.pages.length} 页 {count} 题
        </span>
        {faults.count > 0 ? (
          <Button
            type="link"
            danger
            disabled={!faults.first}
            onClick={() => {
              if (!faults.first) return
              editing.open(faults.first.id)
              document.getElementById(`element-${faults.first.id}`)?.scrollIntoView({ block: 'center' })
            }}
          >
            {faults.count} 处需要修正，查看第一处
          </Button>
        ) : (
          <span className="kp-hint">检查通过</span>
        )}
        <span className="kp-qn-spring" />
        {isNarrow && (
          <Segmented
            aria-label="编辑或预览"
            value={side}
            options={[
              { value: 'write', label: '编辑' },
              { value: 'look', label: '预览' },
            ]}
            onChange={setSide}
          />
        )}
        <span className="kp-hint" role="status">
          {isChanged ? '有修改未保存，已暂存在本机' : '已全部保存'}
        </span>
        {isChanged && <Button onClick={() => void restart()}>放弃修改</Button>}
        {mayEdit && (
          <Button type="primary" loading={isSaving} disabled={!isChanged} onClick={() => void save()}>
            保 存
          </Button>
        )}
      </div>
      <Faults lines={faults.general} />
      <div className={isFixed ? 'kp-qn-editor kp-qn-editor-fixed' : 'kp-qn-editor'}>
        {!isFixed && (!isNarrow || side === 'write') && <Palette onAdd={add} />}
        {(!isNarrow || side === 'write') && (
          <div className="kp-qn-centre">
            <Outline
              {...{ definition, elements, named, faults, isAnonymous, isFixed, editing, openId }}
              pictureUrls={detail.pictureUrls}
            />
            <EndFields
              {...{ definition, elements, named, faults, isAnonymous, isFixed, editing }}
              counts={detail.quotaCounts}
              isOfScope={detail.isOfScope}
            />
          </div>
        )}
        {(!isNarrow || side === 'look') && (
          <PhonePreview
            name={detail.name}
            information={detail.information}
            definition={settled}
            pictureUrls={detail.pictureUrls}
          />
        )}
      </div>
    </div>
  )
}

import type { Right } from '@kaopei/contract'
import { ActionButton, Dash, formatInstant, RightButton, ToneTag } from '@kaopei/web'
import { Space, type TableColumnsType, Tag } from 'antd'
import type { ReactNode } from 'react'
import { messageTemplate, type TemplateRow, templateType } from '../contract/message-template.ts'
import { variablesOf } from '../contract/template-catalogue.ts'
import type { OpenedTemplate } from './template-list.tsx'
import './template.css'

type Open = (opened: OpenedTemplate) => void

export function templateColumns(right: Right, open: Open): TableColumnsType<TemplateRow> {
  return [
    { title: '模板名称', key: 'name', width: 190, render: (_value, row) => <TemplateName row={row} /> },
    { title: '分类', dataIndex: 'group', width: 70 },
    {
      title: '状态',
      key: 'isEnabled',
      width: 80,
      render: (_value, { isEnabled }) => (
        <ToneTag tone={isEnabled ? 'success' : 'neutral'}>{isEnabled ? '启用' : '停用'}</ToneTag>
      ),
    },
    { title: '内容', key: 'words', width: 384, render: (_value, row) => <Words row={row} /> },
    {
      title: '修改时间',
      dataIndex: 'updatedAt',
      width: 160,
      render: (at: string | null) => <Dash>{at && formatInstant(at)}</Dash>,
    },
    {
      title: '操作',
      key: 'actions',
      width: 200,
      fixed: 'right',
      render: (_value, row) => <TemplateActions row={row} right={right} open={open} />,
    },
  ]
}

function TemplateName({ row }: { readonly row: TemplateRow }): ReactNode {
  return (
    <Space size={4} wrap>
      <span>{row.name}</span>
      {row.isStandard ? (
        row.isSystemText ? (
          <Tag>系统默认</Tag>
        ) : (
          <Tag color="blue">已修改</Tag>
        )
      ) : (
        <Tag color="purple">自定义</Tag>
      )}
      {!row.isStandard && <small className="kp-hint">{row.messageName}</small>}
    </Space>
  )
}

/** A mail's subject over its text, an SMS with its signature: two lines, the whole of it on hover. */
function Words({ row }: { readonly row: TemplateRow }): ReactNode {
  const { type, subject, signature, usualSignature, providerTemplateId } = row
  const isMail = type === templateType.mail
  const words = isMail ? plainWords(row) : `【${signature || usualSignature}】${named(row, row.body)}`
  return (
    <div className="kp-template-words" title={words}>
      {isMail && <strong>{named(row, subject)}</strong>}
      <span>{words}</span>
      {!isMail && providerTemplateId && <small className="kp-hint">服务商模板 {providerTemplateId}</small>}
    </div>
  )
}

/** Variables by their names. */
function named({ key }: TemplateRow, words: string): string {
  const variables = variablesOf(key)
  return words.replace(/\{\{\s*(\w+)\s*\}\}/g, (all, name: string) => `〔${variables[name]?.label ?? all}〕`)
}

function plainWords(row: TemplateRow): string {
  const html = named(row, row.body).replaceAll('</p>', ' </p>')
  return new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() ?? ''
}

function TemplateActions({
  row,
  right,
  open,
}: {
  readonly row: TemplateRow
  readonly right: Right
  readonly open: Open
}): ReactNode {
  const { id, version, key, type } = row
  const named = { type, key, id, version }
  const link = { type: 'link', size: 'small', refreshes: [messageTemplate.list] } as const
  const label = row.name
  return (
    <Space size={0} wrap>
      <RightButton
        type="link"
        size="small"
        right={right}
        aria-label={`编辑 ${label}`}
        onClick={() => open({ kind: 'edit', row })}
      >
        编辑
      </RightButton>
      {!(row.isEssential && row.isStandard) && (
        <ActionButton
          {...link}
          aria-label={`${row.isEnabled ? '停用' : '启用'} ${label}`}
          endpoint={messageTemplate.setEnabled}
          input={{ ...named, isEnabled: !row.isEnabled }}
          {...(row.isEnabled && { confirm: `停用后将不再发送“${label}”，确定停用吗？` })}
        >
          {row.isEnabled ? '停用' : '启用'}
        </ActionButton>
      )}
      {row.isStandard && !row.isSystemText && (
        <ActionButton
          {...link}
          aria-label={`恢复默认 ${label}`}
          endpoint={messageTemplate.restore}
          input={{ type, key, version }}
          confirm="恢复后将使用系统默认内容，现有内容可在修改记录中查看。确定恢复吗？"
        >
          恢复默认
        </ActionButton>
      )}
      {row.version > 0 && (
        <RightButton
          type="link"
          size="small"
          right={messageTemplate.history}
          aria-label={`修改记录 ${label}`}
          onClick={() => open({ kind: 'history', row })}
        >
          修改记录
        </RightButton>
      )}
      {!row.isStandard && id !== null && (
        <ActionButton
          {...link}
          danger
          aria-label={`删除 ${label}`}
          endpoint={messageTemplate.remove}
          input={{ ...named, id }}
          confirm={`确定删除“${label}”吗？正在使用它的考试将改用默认模板。`}
        >
          删除
        </ActionButton>
      )}
    </Space>
  )
}

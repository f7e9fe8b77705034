import type { Right } from '@kaopei/contract'
import { calling, Dash, formatInstant, RowActions, ToneTag } from '@kaopei/web'
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
  const { name, isEnabled, isStandard } = row
  const refreshes = [messageTemplate.list]
  return (
    <RowActions
      wraps
      actions={[
        { label: '编辑', name: `编辑 ${name}`, right, run: () => open({ kind: 'edit', row }) },
        !(row.isEssential && isStandard) &&
          calling(messageTemplate.setEnabled, {
            label: isEnabled ? '停用' : '启用',
            name: `${isEnabled ? '停用' : '启用'} ${name}`,
            input: { ...named, isEnabled: !isEnabled },
            ...(isEnabled && { confirm: `停用后将不再发送“${name}”，确定停用吗？` }),
            refreshes,
          }),
        isStandard &&
          !row.isSystemText &&
          calling(messageTemplate.restore, {
            label: '恢复默认',
            name: `恢复默认 ${name}`,
            input: { type, key, version },
            confirm: '恢复后将使用系统默认内容，现有内容可在修改记录中查看。确定恢复吗？',
            refreshes,
          }),
        version > 0 && {
          label: '修改记录',
          name: `修改记录 ${name}`,
          right: messageTemplate.history,
          run: () => open({ kind: 'history', row }),
        },
        !isStandard &&
          id !== null &&
          calling(messageTemplate.remove, {
            label: '删除',
            name: `删除 ${name}`,
            isDangerous: true,
            input: { ...named, id },
            confirm: `确定删除“${name}”吗？正在使用它的考试将改用默认模板。`,
            refreshes,
          }),
      ]}
    />
  )
}

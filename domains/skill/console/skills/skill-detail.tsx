import { ActionButton, Loaded, RightButton, ToneTag, useCall } from '@kaopei/web'
import { Descriptions, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { skillLevel } from '../../contract/codes.ts'
import { skill } from '../../contract/skill.ts'
import { SkillForm } from './skill.form.tsx'

/** What a skill is, who asks for it and what shows it. */
export function SkillDetail({ skillId, onRemoved }: { readonly skillId: string; readonly onRemoved: () => void }): ReactNode {
  const asked = useCall(skill.get, { id: skillId })
  const [isEditing, setEditing] = useState(false)
  return (
    <Loaded of={asked}>
      {(row) => (
        <>
          <div className="kp-page-header-line">
            <h2>{row.name}</h2>
            {row.isGroup && <ToneTag tone="neutral">分类</ToneTag>}
            {row.isRetired && <ToneTag tone="warning">已停用</ToneTag>}
            <div className="kp-page-header-extra">
              <RightButton right={skill.modify} onClick={() => setEditing(true)}>
                编辑
              </RightButton>
              <ActionButton
                endpoint={skill.setRetired}
                input={{ id: row.id, isRetired: !row.isRetired }}
                {...(!row.isRetired && {
                  confirm: '停用后不能再被岗位、课程和知识点选用，已有的证据和级别仍可查看。确定停用吗？',
                })}
              >
                {row.isRetired ? '恢复使用' : '停用'}
              </ActionButton>
              <ActionButton
                danger
                endpoint={skill.remove}
                input={{ id: row.id }}
                confirm={`确定删除“${row.name}”吗？`}
                onDone={onRemoved}
                refreshes={[skill.getSkillList]}
              >
                删除
              </ActionButton>
            </div>
          </div>
          <Descriptions
            size="small"
            column={{ xs: 1, sm: 2, lg: 3 }}
            items={[
              { key: 'code', label: '编码', children: row.code ?? '-' },
              { key: 'levelled', label: '有级别人数', children: row.levelledCount },
              { key: 'evidence', label: '证据', children: row.evidenceCount },
              { key: 'courses', label: '课程与项目', children: row.courseCount },
              { key: 'points', label: '知识点', children: row.pointCount },
              { key: 'descript', label: '说明', children: row.descript || '-' },
            ]}
          />
          {!row.isGroup && (
            <>
              <h3 className="kp-skill-section">级别与行为</h3>
              <Table
                size="small"
                rowKey="level"
                pagination={false}
                dataSource={[...row.levels]}
                locale={{ emptyText: '还没有描述级别，请编辑补充' }}
                columns={[
                  { title: '级别', dataIndex: 'name', width: 140 },
                  { title: '可观察的行为', dataIndex: 'behaviour', render: (text: string) => text || '-' },
                ]}
              />
              <h3 className="kp-skill-section">要求它的岗位</h3>
              <Table
                size="small"
                rowKey="id"
                pagination={false}
                dataSource={[...row.posts]}
                locale={{ emptyText: '没有岗位要求该技能' }}
                columns={[
                  { title: '岗位', dataIndex: 'name' },
                  {
                    title: '要求级别',
                    dataIndex: 'requiredLevel',
                    width: 160,
                    render: (level: number) => skillLevel.label(level),
                  },
                  { title: '关键', dataIndex: 'isKey', width: 80, render: (is: boolean) => (is ? '是' : '-') },
                ]}
              />
            </>
          )}
          {isEditing && <SkillForm row={row} onClose={() => setEditing(false)} />}
        </>
      )}
    </Loaded>
  )
}

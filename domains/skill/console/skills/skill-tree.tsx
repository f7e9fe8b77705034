import { DownloadOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { EmptyState, Loaded, mayOrWarn, RightButton, useAction, useAddress } from '@kaopei/web'
import { downloadFile } from '@kaopei/web/client'
import { Input, Tree } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { skill } from '../../contract/skill.ts'
import { nodesOf, type SkillNode, useSkills } from '../skill-options.ts'
import { ImportSkills } from './import-skills.tsx'
import { SkillForm } from './skill.form.tsx'
import { SkillDetail } from './skill-detail.tsx'

/** The tree with one of it opened beside. */
export function SkillTree(): ReactNode {
  const { asked, rows } = useSkills()
  const [params, setParams] = useAddress()
  const [keyWords, setKeyWords] = useState('')
  const [drawer, setDrawer] = useState<'new' | 'import'>()
  const move = useAction(skill.move, { successText: '移动成功' })
  const chosen = params.get('skillId') ?? undefined
  const nodes = useMemo(() => {
    const words = keyWords.trim().toLowerCase()
    const found = words === '' ? rows : rows.filter(({ name, code }) => `${name} ${code ?? ''}`.toLowerCase().includes(words))
    return nodesOf(found)
  }, [rows, keyWords])
  const choose = (skillId: string) => setParams(new URLSearchParams({ tab: 'skills', skillId }))
  return (
    <div className="kp-skill-page">
      <section className="kp-card" aria-label="技能树">
        <div className="kp-skill-tools">
          <RightButton right={skill.create} type="primary" icon={<PlusOutlined />} onClick={() => setDrawer('new')}>
            新增
          </RightButton>
          <RightButton right={skill.importFile} icon={<UploadOutlined />} onClick={() => setDrawer('import')}>
            导入
          </RightButton>
          <RightButton
            right={skill.export}
            icon={<DownloadOutlined />}
            onClick={() => void downloadFile(skill.export).catch(() => undefined)}
          >
            导出
          </RightButton>
        </div>
        <Input.Search
          aria-label="搜索技能"
          placeholder="名称或编码"
          allowClear
          value={keyWords}
          onChange={(event) => setKeyWords(event.target.value)}
        />
        <div className="kp-skill-tree">
          <Loaded of={asked}>
            {() =>
              nodes.length === 0 ? (
                <EmptyState text={keyWords ? '没有符合条件的技能' : '还没有技能，可以新增，或导入 .xlsx 与 Moodle 能力框架'} />
              ) : (
                <Tree<SkillNode>
                  treeData={nodes.map(openNode)}
                  defaultExpandAll
                  blockNode
                  draggable={keyWords === '' && { icon: false }}
                  selectedKeys={chosen ? [chosen] : []}
                  onSelect={(_keys, { node }) => choose(node.row.id)}
                  onDrop={({ node, dragNode, dropToGap }) => {
                    if (!mayOrWarn(skill.move)) return
                    const place = dropToGap
                      ? { parentId: node.row.parentId, beforeId: node.row.id }
                      : { parentId: node.row.id, beforeId: null }
                    void move.run({ id: dragNode.row.id, ...place })
                  }}
                />
              )
            }
          </Loaded>
        </div>
      </section>
      <section className="kp-card" aria-label="技能详情">
        {chosen ? (
          <SkillDetail key={chosen} skillId={chosen} onRemoved={() => setParams(new URLSearchParams({ tab: 'skills' }))} />
        ) : (
          <EmptyState text="请在左侧选择技能，查看级别、岗位要求和证据" />
        )}
      </section>
      {drawer === 'new' && <SkillForm onClose={() => setDrawer(undefined)} />}
      {drawer === 'import' && <ImportSkills onClose={() => setDrawer(undefined)} />}
    </div>
  )
}

/** In this tree everything can be opened, groups too. */
function openNode(node: SkillNode): SkillNode {
  return { ...node, selectable: true, disabled: false, children: node.children.map(openNode) }
}

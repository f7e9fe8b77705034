import { possessive } from '@kaopei/contract'
import {
  Bones,
  ErrorState,
  FocusReturn,
  formatDate,
  formatInstant,
  Loaded,
  RightButton,
  ToneTag,
  useAction,
  useCall,
} from '@kaopei/web'
import { Alert, Button, Collapse, Drawer, Pagination, Statistic, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { evidenceClass, skillLevel } from '../../contract/codes.ts'
import {
  type EvidencePiece,
  type PersonSkills,
  personSkill,
  piecesOfPage,
  type ShownPost,
  type ShownSkill,
  skillPlan,
} from '../../contract/person.ts'
import { levelText, partText, pieceText, verdictWords } from '../../contract/words.ts'
import { exportStarted } from '../reports/report-filters.tsx'
import { JudgeDrawer, WithdrawDrawer } from './judge.drawer.tsx'
import { PlanDrawer } from './plan.drawer.tsx'
import { SourceLink } from './source-link.tsx'
import '../skill.css'

interface Props {
  readonly staffId: string
  readonly name: string
  readonly postId?: string | undefined
  readonly onClose: () => void
}

/** One person: what they can do and what it stands on, what their post asks for, what closes the gaps. */
export function PersonDrawer({ staffId, name, postId, onClose }: Props): ReactNode {
  const asked = useCall(personSkill.get, { staffId, ...(postId && { postId }) })
  const downloading = useAction(personSkill.download, { successText: '', onDone: exportStarted })
  const [isJudging, setJudging] = useState(false)
  const [isPlanning, setPlanning] = useState(false)
  return (
    <Drawer
      open
      title={`${possessive(name)}技能`}
      size={860}
      onClose={onClose}
      extra={
        <span className="kp-skill-tools">
          <RightButton right={personSkill.download} onClick={() => void downloading.run({ staffId })}>
            下载 PDF
          </RightButton>
          <RightButton right={personSkill.judge} onClick={() => setJudging(true)}>
            上级评定
          </RightButton>
          {asked.data?.post && (
            <RightButton right={skillPlan.create} onClick={() => setPlanning(true)}>
              生成培训项目
            </RightButton>
          )}
        </span>
      }
    >
      <FocusReturn />
      <Loaded of={asked} skeleton={<Bones rows={8} />}>
        {(person) => <Person person={person} />}
      </Loaded>
      {isJudging && <JudgeDrawer staffId={staffId} onClose={() => setJudging(false)} />}
      {isPlanning && asked.data?.post && (
        <PlanDrawer
          postId={asked.data.post.postId}
          who={{ staffIds: [staffId] }}
          about={name}
          onClose={() => setPlanning(false)}
        />
      )}
    </Drawer>
  )
}

function Person({ person }: { readonly person: PersonSkills }): ReactNode {
  return (
    <>
      <p className="kp-hint">
        {person.department ?? '未分配部门'} · 截至 {formatInstant(person.asOf)}
      </p>
      {person.post ? (
        <Post post={person.post} />
      ) : (
        <Alert type="info" showIcon title="没有岗位，或岗位还没有模型，暂不能计算人岗匹配度。" />
      )}
      <h3 className="kp-skill-section">技能与证据</h3>
      {person.skills.length === 0 ? (
        <Alert type="info" showIcon title="还没有任何证据。考试、课程、练习、测评、证书和上级评定都会成为证据。" />
      ) : (
        <Collapse
          size="small"
          items={person.skills.map((skill) => ({
            key: skill.skillId,
            label: (
              <>
                {skill.name}：<strong>{levelText(skill)}</strong>
                {skill.class !== null && <> · {evidenceClass.label(skill.class)}</>}
                {skill.expiresAt && <> · {formatDate(skill.expiresAt)} 到期</>}{' '}
                {skill.isContested && <ToneTag tone="warning">有异议</ToneTag>}
              </>
            ),
            children: (
              <>
                {skill.behaviour && <p className="kp-hint">{skill.behaviour}</p>}
                <Pieces skill={skill} person={person} />
              </>
            ),
          }))}
        />
      )}
    </>
  )
}

function Pieces({ skill, person }: { readonly skill: ShownSkill; readonly person: PersonSkills }): ReactNode {
  const [pageIndex, setPage] = useState(1)
  const { skillId, evidenceCount } = skill
  const asked = useCall(
    personSkill.evidence,
    { staffId: person.staffId, skillId, pageIndex },
    { enabled: pageIndex > 1, keepPrevious: true },
  )
  const pieces = pageIndex === 1 ? skill.evidence : (asked.data?.dataList ?? [])
  return (
    <>
      {pageIndex > 1 && asked.error && <ErrorState error={asked.error} onRetry={asked.refetch} />}
      <ul className="kp-skill-pieces">
        {pieces.map((piece) => (
          <Piece key={piece.id} piece={piece} person={person} />
        ))}
      </ul>
      <Pagination
        size="small"
        hideOnSinglePage
        showSizeChanger={false}
        showTotal={(total) => `共 ${total} 条`}
        current={pageIndex}
        pageSize={piecesOfPage}
        total={evidenceCount}
        onChange={setPage}
      />
    </>
  )
}

function Piece({ piece, person }: { readonly piece: EvidencePiece; readonly person: PersonSkills }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const { sourceKind, part } = piece
  return (
    <li>
      {pieceText(piece)}（{formatDate(piece.at)}
      {piece.byName ? `，${piece.byName}` : ''}）— {partText(piece)} <SourceLink piece={piece} person={person} />
      {sourceKind === 'superior' && part !== 'withdrawn' && (
        <Button type="link" size="small" onClick={() => setOpen(true)}>
          撤回
        </Button>
      )}
      {isOpen && <WithdrawDrawer evidenceId={piece.id} onClose={() => setOpen(false)} />}
    </li>
  )
}

const shown = (value: number | null) => (value === null ? '-' : `${value}%`)

function Post({ post }: { readonly post: ShownPost }): ReactNode {
  const { label, tone } = verdictWords[post.verdict]
  return (
    <section aria-label="人岗匹配">
      <h3 className="kp-skill-section">
        {post.postName}（模型 V{post.number}） <ToneTag tone={tone}>{label}</ToneTag>
      </h3>
      <div className="kp-skill-figures">
        <Statistic title="人岗匹配度" value={shown(post.fit)} />
        <Statistic title="已测量的比重" value={shown(post.share)} />
        <Statistic title="谨慎匹配度（未测按 0）" value={shown(post.cautious)} />
      </div>
      <Table
        size="small"
        rowKey="skillId"
        pagination={false}
        dataSource={[...post.demands]}
        columns={[
          { title: '技能', dataIndex: 'skillName', render: (name: string, row) => (row.isKey ? `${name}（关键）` : name) },
          { title: '要求', dataIndex: 'requiredLevel', width: 130, render: (level: number) => skillLevel.label(level) },
          {
            title: '实际',
            dataIndex: 'level',
            width: 130,
            render: (level: number | null, row) =>
              level === null ? (row.isTested ? '未达到级别' : '未测量') : skillLevel.label(level),
          },
          {
            title: '差距',
            key: 'gap',
            width: 70,
            align: 'right',
            render: (_value, row) => Math.max(0, row.requiredLevel - (row.level ?? 0)) || '-',
          },
          { title: '权重', dataIndex: 'weight', width: 70, align: 'right' },
        ]}
      />
      <h3 className="kp-skill-section">推荐课程</h3>
      {post.courses.length === 0 && post.left.length === 0 && <p>没有差距。</p>}
      <ul className="kp-skill-pieces">
        {post.courses.map(({ id, name, hours, reason }) => (
          <li key={id}>
            <strong>{name}</strong>（{hours} 学时）：{reason}
          </li>
        ))}
        {post.left.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  )
}

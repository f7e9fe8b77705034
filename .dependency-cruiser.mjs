import { rooms } from './tools/rooms.ts'

// A room sees those before it in the list of rooms alone; what a test arranges may come from anywhere.
const upward = rooms.slice(0, -1).map(({ name }, index) => ({
  name: `nothing-above-${name}`,
  severity: 'error',
  from: { path: `^domains/${name}/`, pathNot: '(\\.test|-world)\\.tsx?$' },
  to: {
    path: `^domains/(${rooms
      .slice(index + 1)
      .map((above) => above.name)
      .join('|')})/`,
  },
}))

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Types may refer to one another, and route tables load their pages lazily; code that is loaded together may not.',
      severity: 'error',
      from: {},
      to: {
        circular: true,
        viaOnly: {
          dependencyTypesNot: ['type-only', 'dynamic-import'],
        },
      },
    },
    {
      name: 'kit-knows-no-room',
      comment: 'The kit knows no subject.',
      severity: 'error',
      from: {
        path: '^kit/',
      },
      to: {
        path: '^(domains|apps)/',
      },
    },
    {
      name: 'contract-is-pure',
      comment: "A contract depends on zod, the kit's contract and other contracts alone.",
      severity: 'error',
      from: {
        path: '^(kit/contract|domains/[^/]+/contract)/',
        pathNot: '\\.test\\.tsx?$',
      },
      to: {
        pathNot: '^(kit/contract/|domains/[^/]+/contract/|node_modules/zod/)',
      },
    },
    {
      name: 'web-never-sees-server',
      severity: 'error',
      from: {
        path: '^(kit/web|apps/(console|candidate)|domains/[^/]+/(console|candidate))/',
      },
      to: {
        path: '^(kit/server|kit/sheet|kit/print|db|apps/server|domains/[^/]+/server)/|^node_modules/(pg|kysely|fastify)/',
      },
    },
    {
      name: 'server-never-sees-web',
      severity: 'error',
      from: {
        path: '^(kit/server|kit/sheet|kit/print|db|domains/[^/]+/server)/',
      },
      to: {
        path: '^(kit/web|apps|domains/[^/]+/(console|candidate))/',
      },
    },
    {
      name: 'front-doors-only',
      comment: 'Another room is entered through its contract, its server door, its routes or its parts.',
      severity: 'error',
      from: {
        path: '^domains/([^/]+)/',
      },
      to: {
        path: '^domains/[^/]+/',
        pathNot:
          '^domains/($1)/|^domains/[^/]+/(contract/|server/(index|testing)\\.ts$|candidate/(index\\.tsx?|routes\\.ts)$|console/(routes\\.ts|parts\\.tsx|slots\\.tsx?)$)',
      },
    },
    {
      name: 'an-exam-starts-small',
      comment: "What a candidate's client starts with is the exam: pages of other rooms come when they are opened.",
      severity: 'error',
      from: {
        path: '^domains/(?!(sitting|exam|result)/)[^/]+/candidate/routes\\.ts$',
      },
      to: {
        path: '^domains/',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'the-client-assembles',
      comment:
        "The candidate's client takes rooms by their routes; from four also what runs beside pages, and slots that it fills.",
      severity: 'error',
      from: {
        path: '^apps/candidate/',
        pathNot: '\\.test\\.tsx?$',
      },
      to: {
        path: '^domains/',
        pathNot:
          '^domains/[^/]+/(contract/|candidate/routes\\.ts$)|^domains/(sitting|exam|result|proctoring)/candidate/index\\.ts$',
      },
    },
    {
      name: 'sql-in-sql-files',
      comment: 'Only *.sql.ts may import the query builder.',
      severity: 'error',
      from: {
        path: '^domains/',
        pathNot: '\\.sql\\.ts$|\\.test\\.ts$',
      },
      to: {
        path: '^node_modules/kysely/',
      },
    },
    {
      name: 'markup-meets-its-parser-once',
      comment: 'Limits of depth and marks are held there.',
      severity: 'error',
      from: {
        pathNot: '^kit/server/clean-markup\\.ts$',
      },
      to: {
        path: '^node_modules/(sanitize-html|htmlparser2)/',
      },
    },
    ...upward,
  ],
  options: {
    doNotFollow: {
      path: 'node_modules',
    },
    exclude: {
      path: '(^|/)(dist|data)/',
    },
    tsConfig: {
      fileName: 'tsconfig.json',
    },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.d.ts', '.json'],
    },
  },
}

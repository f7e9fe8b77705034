import type { Plugin } from 'vite'

interface Mend {
  /** The end of the module's path. */
  readonly file: string
  readonly changes: readonly (readonly [from: string, to: string])[]
}

/** What stands on the solid ground, which is the colour of text: dark, whatever colour a company has. The library counts with its colour picker. */
const onSolid: Mend['changes'] = [
  ["import { AggregationColor } from '../../color-picker/color';\n", ''],
  ["import { isBright } from '../../color-picker/components/ColorPresets';\n", ''],
  ["isBright(new AggregationColor(token.colorBgSolid), '#fff') ? '#000' : '#fff'", "'#fff'"],
]

/** What the UI library says in English whatever its locale is, and what it says although there is nothing to say. */
const mends: readonly Mend[] = [
  {
    // It forgets the nonce for two of its styles (scroll lock of dialogs, scrollbar measuring), and a strict policy then blocks them.
    file: '/@rc-component/util/es/Dom/dynamicCSS.js',
    changes: [
      [
        'if (csp?.nonce) {',
        `const pageNonce = document.querySelector('meta[property="csp-nonce"]')?.nonce;\n  if (pageNonce) styleNode.nonce = pageNonce;\n  if (csp?.nonce) {`,
      ],
    ],
  },
  {
    // A drawing is called by its English file name and so lengthens the name of the button it stands in: "search 查询".
    file: '/@ant-design/icons/es/components/AntdIconLight.js',
    changes: [
      [
        `    role: "img",\n    "aria-label": icon.name\n`,
        `    ...(restProps['aria-label'] === undefined ? { "aria-hidden": true } : { role: "img" })\n`,
      ],
    ],
  },
  {
    // Its arrows have no other name than their drawings'.
    file: '/antd/es/pagination/Pagination.js',
    changes: [
      [
        "tabIndex: -1\n    }, direction === 'rtl' ? /*#__PURE__*/React.createElement(RightOutlined",
        'tabIndex: -1,\n      "aria-label": locale.prev_page\n    }, direction === \'rtl\' ? /*#__PURE__*/React.createElement(RightOutlined',
      ],
      [
        "tabIndex: -1\n    }, direction === 'rtl' ? /*#__PURE__*/React.createElement(LeftOutlined",
        'tabIndex: -1,\n      "aria-label": locale.next_page\n    }, direction === \'rtl\' ? /*#__PURE__*/React.createElement(LeftOutlined',
      ],
    ],
  },
  {
    file: '/antd/es/table/hooks/useSelection.js',
    changes: [
      [`'Custom selection' : 'Select all'`, `'选择' : '全选本页'`],
      // Twice: for radios, and for checkboxes with another name once they are ticked.
      ['`Select row $', '`选择行 $'],
      ['checked ? `Row $', 'checked ? `已选择行 $'],
      ['selected` : `Select row $', '` : `选择行 $'],
      // Ready-made selections (全选, 反选 …) are offered by no table here: their menu stays out of the bundle, and trees with it.
      [
        "import Dropdown from '../../dropdown';",
        "const Dropdown = () => { throw new Error('tables here offer no ready-made selections') };",
      ],
      [
        "import { arrAdd, arrDel, conductCheck, convertDataToEntities } from '@rc-component/tree';",
        "import { arrAdd, arrDel } from '@rc-component/tree/es/util';\nimport { conductCheck } from '@rc-component/tree/es/utils/conductUtil';\nimport { convertDataToEntities } from '@rc-component/tree/es/utils/treeUtil';",
      ],
    ],
  },
  // One word of a part brings all of the part to where the word is used: drawers do not need forms, nor buttons a colour picker.
  {
    file: '/antd/es/form/context.js',
    changes: [["from '@rc-component/form';", "from '@rc-component/form/es/FormContext';"]],
  },
  { file: '/antd/es/button/style/token.js', changes: onSolid },
  { file: '/antd/es/tag/style/index.js', changes: onSolid },
  // What nobody here uses and every list or form would carry: a failing build or a thrown word says so if that changes.
  {
    file: '/antd/es/drawer/DrawerPanel.js',
    changes: [
      [
        "import Skeleton from '../skeleton';",
        "const Skeleton = () => { throw new Error('drawers show Bones while they load, not `loading`') };",
      ],
    ],
  },
  {
    file: '/antd/es/modal/Modal.js',
    changes: [
      [
        "import Skeleton from '../skeleton';",
        "const Skeleton = () => { throw new Error('dialogs show Bones while they load, not `loading`') };",
      ],
    ],
  },
  // Three pictures, larger than all that most users of the part take of it, come when one of them is drawn. Their place is kept by its style.
  {
    file: '/antd/es/result/index.js',
    changes: [
      ["import noFound from './noFound';", "const noFound = React.lazy(() => import('./noFound'));"],
      ["import serverError from './serverError';", "const serverError = React.lazy(() => import('./serverError'));"],
      ["import unauthorized from './unauthorized';", "const unauthorized = React.lazy(() => import('./unauthorized'));"],
      [
        'React.createElement(SVGComponent, null)',
        'React.createElement(React.Suspense, null, /*#__PURE__*/React.createElement(SVGComponent, null))',
      ],
    ],
  },
  // Buttons stand side by side in a Space here, never in the library's old group.
  {
    file: '/antd/es/button/style/index.js',
    changes: [["import genGroupStyle from './group';", 'const genGroupStyle = () => ({});']],
  },
  // Pages here are light.
  {
    file: '/antd/es/theme/index.js',
    changes: [
      ["import darkAlgorithm from './themes/dark';\n", ''],
      ['  darkAlgorithm,\n', ''],
    ],
  },
  {
    file: '/antd/es/input/index.js',
    changes: [
      ["import OTP from './OTP';\n", ''],
      ['Input.OTP = OTP;\n', ''],
    ],
  },
  {
    file: '/antd/es/table/InternalTable.js',
    changes: [
      [
        "import RcVirtualTable from './RcTable/VirtualTable';",
        "const RcVirtualTable = () => { throw new Error('tables here have pages of at most 100 rows and are not virtual') };",
      ],
    ],
  },
  {
    // Looks of what no table here has: filters in its head (see below), lines around cells, a head that stays, virtual rows, writing from the right.
    file: '/antd/es/table/style/index.js',
    changes: ['Filter', 'Bordered', 'Sticky', 'Virtual', 'Rtl'].map((look) => [
      `import gen${look}Style from './${look.toLowerCase()}';`,
      `const gen${look}Style = () => ({});`,
    ]),
  },
  {
    file: '/@rc-component/table/es/Table.js',
    changes: [
      [
        'import StickyScrollBar from "./stickyScrollBar";',
        "const StickyScrollBar = () => { throw new Error('no table here is sticky') };",
      ],
    ],
  },
  // Nothing to show is one drawing everywhere (EmptyState).
  { file: '/antd/es/empty/index.js', changes: [["from './empty';", "from './simple';"]] },
  // Buttons that have a drawing only.
  {
    file: '/antd/es/input/Search.js',
    changes: [
      ['key: "enterButton",', 'key: "enterButton",\n      "aria-label": typeof enterButton === "string" ? undefined : "搜索",'],
    ],
  },
  {
    file: '/@rc-component/tabs/es/TabNavList/OperationNode.js',
    changes: [['-more`,', '-more`,\n    "aria-label": "更多页签",']],
  },
  { file: '/antd/es/result/noFound.js', changes: [['"No Found"', '"页面不存在"']] },
  { file: '/antd/es/result/unauthorized.js', changes: [['"Unauthorized"', '"没有权限"']] },
  {
    file: '/@rc-component/input-number/es/StepHandler.js',
    changes: [[`'Increase Value' : 'Decrease Value'`, `'增加' : '减少'`]],
  },
  { file: '/@rc-component/dialog/es/Dialog/Content/Panel.js', changes: [['"aria-label": "Close"', '"aria-label": "关闭"']] },
  { file: '/@rc-component/notification/es/Notification.js', changes: [['"aria-label": "Close"', '"aria-label": "关闭"']] },
  { file: '/@rc-component/segmented/es/index.js', changes: [['"aria-label": "segmented control"', '"aria-label": "切换"']] },
]

/** Tables here are filtered above them (ListFilters), never in their heads: the library's filter menus with their trees stay out of the bundle. */
const filterDropdown = '/antd/es/table/hooks/useFilter/FilterDropdown.js'
const noFilters = `export default function FilterDropdown() { throw new Error('columns have no filters here: use ListFilters') }
export function flattenKeys() { return [] }`

/** What the library falls back to where a text is missing. */
const english = '/antd/es/locale/en_US.js'
const chinese = "export { default } from './zh_CN.js'"

/** Mends the UI library while it is bundled. A mend that finds nothing to mend stops the build: the library has changed, look whether it is still needed. */
export function mendAntd(): Plugin {
  const unused = new Set([...mends.map(({ file }) => file), filterDropdown, english])
  return {
    name: 'mend-antd',
    apply: 'build',
    transform(code, id) {
      if (id.endsWith(filterDropdown)) {
        unused.delete(filterDropdown)
        return noFilters
      }
      if (id.endsWith(english)) {
        unused.delete(english)
        return chinese
      }
      const mend = mends.find(({ file }) => id.endsWith(file))
      if (!mend) return undefined
      unused.delete(mend.file)
      return mend.changes.reduce((mended, [from, to]) => {
        if (!mended.includes(from)) this.error(`${mend.file} has changed: look whether it still needs its mend`)
        return mended.replace(from, to)
      }, code)
    },
    buildEnd(error) {
      if (!error && unused.size > 0) this.error(`nothing was bundled of ${[...unused].join(', ')}: are their mends still needed?`)
    },
  }
}

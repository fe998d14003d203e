import * as React from 'react';

const h = React.createElement;

/**
 * A form with its own state, which `held()` returns. `draw` creates its fields from the values and a function that sets
 * one.
 */
function withState(title, initial, draw) {
  return function Form() {
    const [values, setValues] = React.useState(initial);
    globalThis.held = () => values;
    const set = (name) => (value) => setValues((old) => ({ ...old, [name]: value }));
    return h('form', { 'aria-label': title }, draw(values, set), h('button', { type: 'submit' }, 'Send'));
  };
}

const label = (text, control) => h('label', { key: text }, `${text} `, control);
const typed = (set) => (event) => set(event.target.value);

export const reactForms = {
  async 'react-controlled'() {
    return withState('Order', { name: '', note: 'old', size: 's', news: false, plan: 'basic' }, (values, set) => [
      label('Name', h('input', { value: values.name, onChange: typed(set('name')) })),
      label('Note', h('textarea', { value: values.note, onChange: typed(set('note')) })),
      label(
        'Size',
        h(
          'select',
          { value: values.size, onChange: typed(set('size')) },
          h('option', { value: 's' }, 'Small'),
          h('option', { value: 'l' }, 'Large'),
        ),
      ),
      label(
        'News',
        h('input', { type: 'checkbox', checked: values.news, onChange: (event) => set('news')(event.target.checked) }),
      ),
      h(
        'fieldset',
        { key: 'plan' },
        h('legend', null, 'Plan'),
        ['basic', 'team'].map((plan) =>
          label(
            plan,
            h('input', {
              type: 'radio',
              name: 'plan',
              value: plan,
              checked: values.plan === plan,
              onChange: typed(set('plan')),
            }),
          ),
        ),
      ),
    ]);
  },
  async 'react-formatted'() {
    // A value whose displayed form differs from what is typed, and a field that accepts only digits.
    return withState('Payment', { sum: '', code: '' }, (values, set) => [
      label(
        'Sum',
        h('input', {
          value: values.sum,
          onChange: (event) => set('sum')(event.target.value.replace(/\D/g, '').replace(/\B(?=(\d{3})+$)/g, ',')),
        }),
      ),
      label(
        'Reference',
        h('input', {
          value: values.code,
          onChange: (event) => /^\d*$/.test(event.target.value) && set('code')(event.target.value),
        }),
      ),
    ]);
  },
  async 'hook-form'() {
    const { useForm } = await import('react-hook-form');
    return function Form() {
      const { register, getValues, formState } = useForm({
        mode: 'onBlur',
        defaultValues: { name: '', mail: '', news: false, size: '' },
      });
      globalThis.held = () => getValues();
      const { errors } = formState;
      const field = (name, text, rules) =>
        h(
          'p',
          { key: name },
          h('label', { htmlFor: name }, text),
          h('input', {
            id: name,
            'aria-invalid': String(Boolean(errors[name])),
            'aria-describedby': `${name}-error`,
            ...register(name, rules),
          }),
          h('span', { id: `${name}-error` }, errors[name]?.message ?? ''),
        );
      return h(
        'form',
        { 'aria-label': 'Contact' },
        field('name', 'Name *', { required: 'Required' }),
        field('mail', 'E-mail', { pattern: { value: /@/, message: 'Not an address' } }),
        label('News', h('input', { type: 'checkbox', ...register('news') })),
        label(
          'Size',
          h('select', register('size'), h('option', { value: '' }, ''), h('option', { value: 'l' }, 'Large')),
        ),
        h('button', null, 'Send'),
      );
    };
  },
  async formik() {
    const { useFormik } = await import('formik');
    return function Form() {
      const form = useFormik({
        initialValues: { name: '', age: 20, plan: '' },
        onSubmit: () => undefined,
        validate: ({ age }) => (age < 18 ? { age: 'Too young' } : {}),
      });
      globalThis.held = () => form.values;
      return h(
        'form',
        { 'aria-label': 'Person', onSubmit: form.handleSubmit },
        label('Name', h('input', form.getFieldProps('name'))),
        label(
          'Age',
          h('input', { type: 'number', 'aria-invalid': Boolean(form.errors.age), ...form.getFieldProps('age') }),
        ),
        h(
          'div',
          { role: 'group', 'aria-label': 'Plan' },
          ['basic', 'team'].map((plan) =>
            label(
              plan,
              h('input', { type: 'radio', ...form.getFieldProps({ name: 'plan', type: 'radio', value: plan }) }),
            ),
          ),
        ),
        h('button', { type: 'submit' }, 'Send'),
      );
    };
  },
  async 'mui-text'() {
    const { TextField, Checkbox, Switch, FormControlLabel } = await import('@mui/material');
    return withState('Profile', { name: '', bio: '', agree: false, dark: false }, (values, set) => [
      h(TextField, {
        key: 1,
        label: 'Name',
        required: true,
        value: values.name,
        onChange: typed(set('name')),
        helperText: 'As in your passport',
      }),
      h(TextField, {
        key: 2,
        label: 'About you',
        multiline: true,
        minRows: 2,
        value: values.bio,
        onChange: typed(set('bio')),
      }),
      h(FormControlLabel, {
        key: 3,
        label: 'I agree',
        control: h(Checkbox, { checked: values.agree, onChange: (event) => set('agree')(event.target.checked) }),
      }),
      h(FormControlLabel, {
        key: 4,
        label: 'Dark colours',
        control: h(Switch, { checked: values.dark, onChange: (event) => set('dark')(event.target.checked) }),
      }),
    ]);
  },
  async 'mui-choices'() {
    const { TextField, MenuItem, RadioGroup, Radio, FormControl, FormLabel, FormControlLabel, Slider } = await import(
      '@mui/material'
    );
    return withState('Trip', { country: '', seat: 'aisle', volume: 30 }, (values, set) => [
      h(
        TextField,
        {
          key: 1,
          select: true,
          label: 'Country',
          value: values.country,
          onChange: typed(set('country')),
          style: { width: 200 },
        },
        ['Austria', 'Chile', 'Japan'].map((each) => h(MenuItem, { key: each, value: each }, each)),
      ),
      h(
        FormControl,
        { key: 2 },
        h(FormLabel, { id: 'seat' }, 'Seat'),
        h(
          RadioGroup,
          { 'aria-labelledby': 'seat', value: values.seat, onChange: typed(set('seat')) },
          ['aisle', 'window'].map((each) =>
            h(FormControlLabel, { key: each, value: each, label: each, control: h(Radio) }),
          ),
        ),
      ),
      h(Slider, {
        key: 3,
        'aria-label': 'Volume',
        value: values.volume,
        onChange: (_event, value) => set('volume')(value),
      }),
    ]);
  },
  async 'mui-autocomplete'() {
    const { Autocomplete, TextField } = await import('@mui/material');
    const options = ['Graz', 'Linz', 'Salzburg', 'Wels'];
    return withState('Towns', { town: null }, (values, set) => [
      h(Autocomplete, {
        key: 1,
        options,
        value: values.town,
        onChange: (_event, value) => set('town')(value),
        renderInput: (props) => h(TextField, { ...props, label: 'Town' }),
      }),
    ]);
  },
  async radix() {
    const { Select, Checkbox, Switch, RadioGroup, Label } = await import('radix-ui');
    return withState('Lamp', { colour: '', timer: false, night: false, base: 'wood' }, (values, set) => [
      h(Label.Root, { key: 'l', htmlFor: 'colour' }, 'Colour'),
      h(
        Select.Root,
        { key: 1, value: values.colour, onValueChange: set('colour') },
        h(Select.Trigger, { id: 'colour' }, h(Select.Value, { placeholder: 'Choose one' })),
        h(
          Select.Portal,
          null,
          h(
            Select.Content,
            { position: 'popper' },
            h(
              Select.Viewport,
              null,
              ['Red', 'Green', 'Blue'].map((each) =>
                h(Select.Item, { key: each, value: each.toLowerCase() }, h(Select.ItemText, null, each)),
              ),
            ),
          ),
        ),
      ),
      h(
        'p',
        { key: 2 },
        h(
          Checkbox.Root,
          { id: 'timer', checked: values.timer, onCheckedChange: set('timer'), style: { width: 20, height: 20 } },
          h(Checkbox.Indicator, null, 'x'),
        ),
        h('label', { htmlFor: 'timer' }, 'With timer'),
      ),
      h(
        'p',
        { key: 3 },
        h(
          Switch.Root,
          { id: 'night', checked: values.night, onCheckedChange: set('night'), style: { width: 40, height: 20 } },
          h(Switch.Thumb),
        ),
        h('label', { htmlFor: 'night' }, 'Night light'),
      ),
      h(
        RadioGroup.Root,
        { key: 4, 'aria-label': 'Base', value: values.base, onValueChange: set('base') },
        ['wood', 'steel'].map((each) =>
          h(
            'p',
            { key: each },
            h(
              RadioGroup.Item,
              { value: each, id: each, style: { width: 20, height: 20 } },
              h(RadioGroup.Indicator, null, 'o'),
            ),
            h('label', { htmlFor: each }, each),
          ),
        ),
      ),
    ]);
  },
  async 'radix-slider'() {
    const { Slider } = await import('radix-ui');
    return withState('Light', { level: [40] }, (values, set) => [
      h(
        Slider.Root,
        {
          key: 1,
          value: values.level,
          onValueChange: set('level'),
          max: 100,
          step: 5,
          style: { position: 'relative', display: 'flex', width: 200, height: 20 },
        },
        h(Slider.Track, { style: { flexGrow: 1, background: '#ccc' } }, h(Slider.Range)),
        h(Slider.Thumb, {
          'aria-label': 'Level',
          style: { display: 'block', width: 20, height: 20, background: 'black' },
        }),
      ),
    ]);
  },
  async 'headless-ui'() {
    const { Listbox, ListboxButton, ListboxOption, ListboxOptions, Switch, Field, Label } = await import(
      '@headlessui/react'
    );
    return withState('Team', { lead: 'Ada', open: false }, (values, set) => [
      h(
        Field,
        { key: 1 },
        h(Label, null, 'Lead'),
        h(
          Listbox,
          { value: values.lead, onChange: set('lead') },
          h(ListboxButton, null, values.lead),
          h(
            ListboxOptions,
            { anchor: 'bottom' },
            ['Ada', 'Grace', 'Mary'].map((each) => h(ListboxOption, { key: each, value: each }, each)),
          ),
        ),
      ),
      h(
        Field,
        { key: 2 },
        h(Label, null, 'Open to all'),
        h(Switch, { checked: values.open, onChange: set('open'), style: { width: 40, height: 20 } }),
      ),
    ]);
  },
  async 'headless-combobox'() {
    const { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions, Field, Label } = await import(
      '@headlessui/react'
    );
    return function Form() {
      const [person, setPerson] = React.useState('');
      const [query, setQuery] = React.useState('');
      globalThis.held = () => ({ person });
      const people = ['Ada', 'Grace', 'Mary'].filter((each) => each.toLowerCase().includes(query.toLowerCase()));
      return h(
        'form',
        { 'aria-label': 'Assign' },
        h(
          Field,
          null,
          h(Label, null, 'Person'),
          h(
            Combobox,
            { value: person, onChange: setPerson, immediate: true },
            h(ComboboxInput, { onChange: typed(setQuery) }),
            h(
              ComboboxOptions,
              { anchor: 'bottom' },
              people.map((each) => h(ComboboxOption, { key: each, value: each }, each)),
            ),
          ),
        ),
        h('button', null, 'Send'),
      );
    };
  },
  async 'react-aria'() {
    const {
      Select,
      SelectValue,
      Button,
      Popover,
      ListBox,
      ListBoxItem,
      Label,
      NumberField,
      Input,
      Group,
      TextField,
      Checkbox,
      Switch,
      RadioGroup,
      Radio,
    } = await import('react-aria-components');
    return withState(
      'Desk',
      { name: '', wood: null, legs: 4, lamp: false, dark: false, side: 'left' },
      (values, set) => [
        h(TextField, { key: 1, value: values.name, onChange: set('name') }, h(Label, null, 'Name'), h(Input)),
        h(
          Select,
          { key: 2, selectedKey: values.wood, onSelectionChange: set('wood') },
          h(Label, null, 'Wood'),
          h(Button, null, h(SelectValue)),
          h(
            Popover,
            null,
            h(
              ListBox,
              null,
              ['Oak', 'Ash'].map((each) => h(ListBoxItem, { key: each, id: each }, each)),
            ),
          ),
        ),
        h(
          NumberField,
          { key: 3, value: values.legs, onChange: set('legs'), minValue: 1, maxValue: 9 },
          h(Label, null, 'Legs'),
          h(Group, null, h(Button, { slot: 'decrement' }, '-'), h(Input), h(Button, { slot: 'increment' }, '+')),
        ),
        h(Checkbox, { key: 4, isSelected: values.lamp, onChange: set('lamp') }, 'With lamp'),
        h(Switch, { key: 5, isSelected: values.dark, onChange: set('dark') }, 'Dark'),
        h(
          RadioGroup,
          { key: 6, value: values.side, onChange: set('side') },
          h(Label, null, 'Side'),
          h(Radio, { value: 'left' }, 'Left'),
          h(Radio, { value: 'right' }, 'Right'),
        ),
      ],
    );
  },
  async 'antd-text'() {
    const { Checkbox, Input, InputNumber, Radio, Switch } = await import('antd');
    return withState(
      'Order',
      { name: '', note: '', legs: 4, lamp: false, dark: false, side: 'left' },
      (values, set) => [
        label('Name', h(Input, { value: values.name, onChange: typed(set('name')), allowClear: true })),
        label('Note', h(Input.TextArea, { value: values.note, onChange: typed(set('note')), autoSize: true })),
        h('label', { key: 'for-legs', htmlFor: 'legs' }, 'Legs'),
        h(InputNumber, { key: 'legs', id: 'legs', value: values.legs, onChange: set('legs'), min: 1, max: 9 }),
        h(
          Checkbox,
          { key: 'lamp', checked: values.lamp, onChange: (event) => set('lamp')(event.target.checked) },
          'With lamp',
        ),
        h('label', { key: 'dark' }, 'Dark ', h(Switch, { checked: values.dark, onChange: set('dark') })),
        h(
          'fieldset',
          { key: 'side' },
          h('legend', null, 'Side'),
          h(Radio.Group, {
            value: values.side,
            onChange: typed(set('side')),
            options: [
              { value: 'left', label: 'Left' },
              { value: 'right', label: 'Right' },
            ],
          }),
        ),
      ],
    );
  },
  async 'antd-choices'() {
    const { Form, Select, Slider } = await import('antd');
    const options = ['Graz', 'Linz', 'Wels'].map((value) => ({ value: value.toLowerCase(), label: value }));
    return function Choices() {
      const [form] = Form.useForm();
      globalThis.held = () => form.getFieldsValue();
      return h(
        Form,
        { form, 'aria-label': 'Move', initialValues: { level: 40 } },
        h(Form.Item, { name: 'town', label: 'Town' }, h(Select, { options })),
        h(Form.Item, { name: 'level', label: 'Level' }, h(Slider, { max: 100 })),
        h('button', { type: 'submit' }, 'Send'),
      );
    };
  },
  async 'react-select'() {
    const { default: Select } = await import('react-select');
    const options = ['Graz', 'Linz', 'Wels'].map((value) => ({ value: value.toLowerCase(), label: value }));
    return withState('Move', { town: null }, (values, set) => [
      h('label', { key: 0, htmlFor: 'town' }, 'Town'),
      h(Select, {
        key: 1,
        inputId: 'town',
        options,
        value: options.find(({ value }) => value === values.town) ?? null,
        onChange: (option) => set('town')(option?.value ?? null),
      }),
    ]);
  },
};

"""The CloudFormation templates: cfn-lint finds no fault, and a device may write its own positions only."""

import subprocess
import sys
from pathlib import Path

import pytest
from cfnlint.decode import cfn_yaml

AWS = Path(__file__).parents[2] / "packaging" / "aws"
TEMPLATES = sorted(AWS.glob("*.yaml"))


def statements(template: Path) -> list[dict]:
    """Every statement of the policies of every role."""
    roles = [resource for resource in cfn_yaml.load(str(template))["Resources"].values()
             if resource["Type"] == "AWS::IAM::Role"]  # fmt: skip
    return [statement for role in roles for policy in role["Properties"]["Policies"]
            for statement in policy["PolicyDocument"]["Statement"]]  # fmt: skip


def test_there_are_both_ways():
    assert [template.name for template in TEMPLATES] == ["cognito.yaml", "iot.yaml"]


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.stem)
def test_cfn_lint_finds_no_fault(template: Path):
    answer = subprocess.run([Path(sys.executable).with_name("cfn-lint"), template], capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout + answer.stderr


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.stem)
def test_the_tracker_stores_what_waypost_sends(template: Path):
    (tracker,) = [resource for resource in cfn_yaml.load(str(template))["Resources"].values()
                  if resource["Type"] == "AWS::Location::Tracker"]  # fmt: skip
    assert tracker["Properties"]["PositionFiltering"] == "AccuracyBased"


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.stem)
def test_positions_are_allowed_for_named_devices_of_this_tracker_only(template: Path):
    assert statements(template)
    for statement in statements(template):
        assert statement["Resource"] == {"Fn::GetAtt": ["Tracker", "Arn"]}
        actions = statement["Action"] if isinstance(statement["Action"], list) else [statement["Action"]]
        if any("Position" in action for action in actions):
            condition = statement["Condition"]
            assert "geo:DeviceIds" in condition["ForAllValues:StringEquals"]
            # Else a request that names no device would be allowed.
            assert condition["Null"] == {"geo:DeviceIds": "false"}
        else:
            assert actions == ["geo:DescribeTracker"]


def test_a_device_of_a_fleet_is_named_by_its_certificate():
    (statement,) = [statement for statement in statements(AWS / "iot.yaml") if "Condition" in statement]
    assert statement["Condition"]["ForAllValues:StringEquals"] == {"geo:DeviceIds": ["${credentials-iot:ThingName}"]}
